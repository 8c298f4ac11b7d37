/** The parameters of addresses that need some, of the demo data, for screens that members open from outside. @type {Record<string, string>} */
const parameters = {
  'pages/list/post': 'id=post-demo-1',
  'pages/list/noticeDetail': 'id=notice-demo-4',
  'pages/orderDetail': 'orderNo=C20260003DEMO',
  'pages/mine/buynow': 'productId=p-starter',
  'pages/mine/paymentResult': 'orderNo=C20260003DEMO',
  'pages/mine/withDrawRecord': 'id=demo-withdrawal-8',
  'pages/mine/workOrderDetail': 'id=work-order-demo-1',
  'pages/goodsDetail': 'id=member-demo-15',
};

/** The address of such a screen, for the demo member. @param {string} path */
export const landingAddress = (path) => `/#/${path}${parameters[path] ? `?${parameters[path]}` : ''}`;

/**
 * The first calls of such a screen, with the parameters of its address.
 * @param {{ path: string, landed?: import('../build/screens.mjs').Landed }} screen
 * @returns {{ path: string, input: object }[]}
 */
export const firstCalls = ({ path, landed }) =>
  JSON.parse(
    JSON.stringify(landed?.calls ?? []).replace(
      /\?(\w+)/g,
      (_, name) => new URLSearchParams(parameters[path]).get(name) ?? '',
    ),
  );
