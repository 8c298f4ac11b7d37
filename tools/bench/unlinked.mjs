/** Addresses of screens to which no screen of the demo member links, by their paths. @type {Record<string, string>} */
export const unlinked = {
  'pages/login/WeChatRegister': 'pages/login/WeChatRegister?ticket=demo',
  'pages/mine/invoice': 'pages/mine/invoice?orderNo=C20260003DEMO',
  'pages/mine/receipt': 'pages/mine/receipt?of=order&number=C20260003DEMO', // linked from orders that were paid
  'pages/list/together': 'pages/list/together?ids=CP1-001,CP1-002',
  'pages/member/webView': 'pages/member/webView?type=wallet',
};
