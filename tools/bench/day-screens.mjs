/**
 * A visit to a screen. `by`: the link that leads there from the screen before, or from the bar of tabs; `taps`: what is tapped on it, of which
 * some opens something that Back closes; `inside`: screens that its links lead to, from each of which Back returns.
 * @typedef {{ at: string, by: string, taps?: Tapped[], inside?: Visit[] }} Visit
 */
/** @typedef {{ what: string, on: string, closes?: boolean }} Tapped */

/** @param {string} path @param {string} [more] */
const link = (path, more = '') => `a[href^="#/${path}"]${more}`;
/** @param {number} at */
const nthTab = (at) => `[role=tablist] > [role=tab]:nth-of-type(${at})`;
/** @param {string} path */
const inBar = (path) => `nav a[href="#/${path}"]`;

/** The day of the demo member, from the tab of devices on. @type {Visit[]} */
export const day = [
  {
    at: 'pages/tabbar/index',
    by: inBar('pages/tabbar/index'),
    inside: [
      {
        at: 'pages/list/equList',
        by: link('pages/list/equList?serial'),
        taps: [
          { what: 'running tasks', on: nthTab(3) },
          { what: 'all cloud phones', on: nthTab(1) },
          { what: 'a cloud phone', on: 'li button[aria-label]', closes: true },
        ],
      },
    ],
  },
  {
    at: 'pages/member/memberList',
    by: inBar('pages/member/memberList'),
    taps: [
      { what: 'running', on: nthTab(3) },
      { what: 'all', on: nthTab(1) },
    ],
    inside: [
      {
        at: 'pages/member/memberDetail',
        by: link('pages/member/memberDetail?id=account-demo-1'),
        taps: [{ what: '90 days', on: nthTab(3) }],
      },
    ],
  },
  {
    at: 'pages/tabbar/dynamic',
    by: inBar('pages/tabbar/dynamic'),
    taps: [
      { what: 'following', on: nthTab(2) },
      { what: 'for you', on: nthTab(1) },
      { what: 'a picture', on: 'button[aria-label^="Image 1"]', closes: true },
      { what: 'save', on: 'button[aria-label^="Save the post"]' },
    ],
    inside: [
      {
        at: 'pages/list/post',
        by: link('pages/list/post?id=post-demo-1'),
        taps: [
          { what: 'like', on: 'button[aria-label^="Like the post"]' },
          { what: 'options', on: 'button[aria-label^="Options of"]', closes: true },
        ],
      },
    ],
  },
  {
    at: 'pages/tabbar/order',
    by: inBar('pages/tabbar/order'),
    taps: [{ what: 'all accounts', on: 'button:has-text("All accounts")', closes: true }],
  },
  {
    at: 'pages/tabbar/mine',
    by: inBar('pages/tabbar/mine'),
    inside: [
      {
        at: 'pages/mine/wallet',
        by: link('pages/mine/wallet'),
        inside: [
          { at: 'pages/mine/movements', by: link('pages/mine/movements?kind=balance') },
          {
            at: 'pages/mine/balance',
            by: link('pages/mine/balance'),
            taps: [{ what: '¥100', on: 'button:text-is("¥100")' }],
          },
        ],
      },
      {
        at: 'pages/mine/payOrder',
        by: link('pages/mine/payOrder'),
        taps: [
          { what: 'paid', on: nthTab(4) },
          { what: 'all', on: nthTab(1) },
        ],
        inside: [{ at: 'pages/orderDetail', by: link('pages/orderDetail?orderNo=C20260003DEMO') }],
      },
      {
        at: 'pages/mine/workOrder',
        by: link('pages/mine/workOrder'),
        taps: [
          { what: 'pending', on: nthTab(2) },
          { what: 'all', on: nthTab(1) },
        ],
        inside: [
          {
            at: 'pages/mine/workOrderDetail',
            by: link('pages/mine/workOrderDetail?id=work-order-demo-1'),
            taps: [{ what: 'a picture', on: 'button[aria-label^="Image 1"]', closes: true }],
          },
        ],
      },
      {
        at: 'pages/list/noticeList',
        by: link('pages/list/noticeList'),
        inside: [{ at: 'pages/list/noticeDetail', by: link('pages/list/noticeDetail') }],
      },
      {
        at: 'pages/list/systemMsg',
        by: link('pages/list/systemMsg'),
        taps: [{ what: 'unread', on: nthTab(2) }],
      },
      {
        at: 'pages/mine/settings',
        by: link('pages/mine/settings'),
        inside: [
          {
            at: 'pages/mine/notifications',
            by: link('pages/mine/notifications'),
            taps: [{ what: 'news by email', on: 'input[aria-label="News: Email"]' }],
          },
        ],
      },
      {
        at: 'pages/mine/userInfoCenter',
        by: link('pages/mine/userInfoCenter'),
        taps: [{ what: 'nickname', on: 'button:has-text("Nickname")', closes: true }],
      },
      {
        at: 'pages/mine/myTeam',
        by: link('pages/mine/myTeam'),
        taps: [{ what: 'level 2', on: nthTab(3) }],
      },
      {
        at: 'pages/mine/pointsMall',
        by: link('pages/mine/pointsMall'),
        taps: [{ what: 'points', on: nthTab(2) }],
      },
      {
        at: 'pages/tabbar/home',
        by: link('pages/tabbar/home'),
        inside: [
          {
            at: 'pages/mine/buynow',
            by: link('pages/mine/buynow?productId=p-starter'),
            taps: [{ what: 'one more', on: 'button[aria-label^="Increase"]' }],
          },
        ],
      },
      {
        at: 'pages/mine/chatGpt',
        by: link('pages/mine/chatGpt'),
        taps: [{ what: 'the field', on: 'textarea' }],
      },
      { at: 'pages/mine/im', by: link('pages/mine/im'), taps: [{ what: 'the field', on: 'textarea' }] },
    ],
  },
];
