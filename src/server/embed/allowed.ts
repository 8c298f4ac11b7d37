import * as devices from '../../contract/buying/devices';
import * as orders from '../../contract/buying/orders';
import * as payments from '../../contract/buying/payments';
import * as products from '../../contract/buying/products';
import type { EmbedScope } from '../../contract/embed/features';
import * as session from '../../contract/member/auth';
import * as declarations from '../../contract/member/declarations';
import * as friends from '../../contract/member/friends';
import * as payout from '../../contract/money/payout';
import * as points from '../../contract/money/points';
import * as promotion from '../../contract/money/promotion';
import * as wallet from '../../contract/money/wallet';
import * as categories from '../../contract/shop/categories';
import * as goods from '../../contract/shop/goods';
import * as system from '../../contract/site/system';
import * as conversation from '../../contract/support/im';
import * as messages from '../../contract/support/messages';
import * as notices from '../../contract/support/notices';
import * as support from '../../contract/support/work-orders';
import * as accounts from '../../contract/video/accounts';
import * as circle from '../../contract/video/circle';
import * as logs from '../../contract/video/logs';
import type { Call } from '../../contract/wire/call';

/** What every embed token may ask. */
const always: readonly Call[] = [session.getInfo, system.service];

/** What each scope lets a token ask. A call that is in no list is for our own pages. */
const calls: Record<EmbedScope, readonly Call[]> = {
  'wallet:read': [
    session.balance,
    wallet.quoteWithdrawal,
    wallet.listWithdrawals,
    wallet.getWithdrawal,
    wallet.listMovements,
    wallet.revenue,
    payout.userAccountList,
    payout.bankList,
    payout.bankCountries,
  ],
  // Taking an application back moves the money to where it was.
  'withdraw:prepare': [wallet.applyWithdrawal, wallet.revokeWithdrawal],
  'payout:prepare': [payout.userAccountAdd, payout.userAccountEdit, payout.userAccountDeleteBatch],
  'work-orders:read': [support.listWorkOrders, support.getWorkOrder, system.loadPicture],
  'work-orders:write': [support.addWorkOrder, support.replyWorkOrder, support.solveWorkOrder],
  'notices:read': [
    notices.listNotices,
    notices.getNotice,
    notices.getNeedConfirm,
    messages.listMessages,
    messages.readTotal,
    messages.countTotal,
    messages.markRead,
  ],
  'notices:write': [notices.userConfirm, messages.deleteMessages],
  'devices:read': [
    devices.listDevices,
    devices.getDevice,
    devices.listMachines,
    devices.listTasks,
    devices.taskStat,
    devices.listOrderLog,
    // what a first cloud phone costs the member
    products.listCoupons,
  ],
  'devices:write': [devices.updateTaskState],
  'orders:read': [
    orders.listOrders,
    orders.getOrder,
    orders.orderDetail,
    orders.packages,
    orders.getContract,
    // the cloud phones that an order came to
    devices.getDevice,
    payments.queryPay,
  ],
  'orders:write': [orders.cancelOrder],
  'points:read': [
    points.exchange,
    products.queryProducts,
    products.getProduct,
    products.quote,
    wallet.listMovements,
  ],
  'chat:read': [
    conversation.listMessages,
    conversation.waitForMessages,
    conversation.readMessages,
    conversation.unreadMessages,
    system.loadPicture,
  ],
  'chat:write': [conversation.sendMessage],
  'accounts:read': [
    accounts.listAccounts,
    accounts.tiktokDetail,
    accounts.tiktokGraph,
    accounts.listFreeMachines,
    logs.listGrabRecords,
  ],
  'accounts:write': [accounts.addTiktok, accounts.tiktokEdit, accounts.updateTime, accounts.unlinkTiktok],
  'logs:read': [logs.listGrabRecords, accounts.listAccounts],
  'feed:read': [
    circle.listPosts,
    circle.listCollected,
    circle.unreadCount,
    circle.readAll,
    system.loadPicture,
  ],
  'feed:write': [circle.addPost, circle.collectPost, circle.deletePost, circle.reportPost],
  'shop:read': [
    goods.getShop,
    goods.shopGoodsList,
    goods.shopGoodsDetail,
    goods.shopGoodsGraph,
    goods.goodsList,
    goods.quoteGoods,
    goods.listSales,
    categories.listCategory,
    categories.listAdminCategory,
    system.loadPicture,
  ],
  'shop:write': [
    goods.setupShop,
    goods.bindShop,
    goods.takeGoods,
    goods.upperBatch,
    goods.deleteBatch,
    goods.categoryBatch,
    goods.editGoods,
    categories.addCategory,
    categories.editCategory,
  ],
  // Giving promotion value away is in no scope: it is done on our own pages.
  'promotion:read': [promotion.listScoreLog, orders.packages],
  'invitation:read': [friends.team, friends.listFriends],
  'declarations:read': [declarations.listDeclarations, declarations.getDeclaration, system.loadPicture],
  'declarations:write': [
    declarations.addDeclaration,
    declarations.editDeclaration,
    declarations.findCustomer,
  ],
};

/** Scopes whose features send pictures. */
export const uploading: readonly EmbedScope[] = [
  'work-orders:write',
  'chat:write',
  'feed:write',
  'shop:write',
  'declarations:write',
];

const has = (list: readonly Call[], path: string) => list.some((call) => call.path === path);

/** Whether one of the scopes lets a token ask this. */
export const isAllowed = (path: string, scopes: readonly EmbedScope[]): boolean =>
  has(always, path) || scopes.some((scope) => has(calls[scope] ?? [], path));

/** What a token only prepares: it is done once the member has confirmed it on our own origin. */
export const needsConfirming = (path: string): boolean =>
  has(
    [wallet.applyWithdrawal, payout.userAccountAdd, payout.userAccountEdit, payout.userAccountDeleteBatch],
    path,
  );

/** What a partner's page learns about the member: nothing that reaches or names them. */
export function withoutContacts(path: string, answer: object): object {
  if (path.startsWith('txFriend/')) return without(answer, 'phone');
  if (path.startsWith('txDeclaration/')) return without(answer, 'customerPhone', '');
  if (path !== session.getInfo.path) return answer;
  const { userId, nickname, examineState, country, teamLeader } = (answer as { userInfo: session.UserInfo })
    .userInfo;
  const none = { username: '', phone: '', inviteCode: '' };
  return { userInfo: { userId, nickname, examineState, country, teamLeader, ...none } };
}

/** An answer without the fields of a name, at any depth, or with something in their place. */
function without(answer: unknown, name: string, instead?: string): object {
  const seen = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(seen);
    if (typeof value !== 'object' || value === null) return value;
    const all = Object.entries(value).map(([key, inside]) => [key, key === name ? instead : seen(inside)]);
    return Object.fromEntries(all.filter(([, inside]) => inside !== undefined));
  };
  return seen(answer) as object;
}
