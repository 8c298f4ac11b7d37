import { type EmbedFeature, type EmbedScope, embedFeatures } from '../contract/embed/features';
import type { AnyRoute } from '../core/navigation/route';
import * as accounts from '../features/accounts/routes';
import * as addresses from '../features/addresses/routes';
import * as circle from '../features/circle/routes';
import * as declarations from '../features/declarations/routes';
import * as devices from '../features/devices/routes';
import * as friends from '../features/friends/routes';
import * as goods from '../features/goods/routes';
import * as logs from '../features/logs/routes';
import * as notices from '../features/notices/routes';
import * as orders from '../features/orders/routes';
import * as points from '../features/points/routes';
import * as store from '../features/store/routes';
import * as support from '../features/support/routes';
import * as wallet from '../features/wallet/routes';

const { withDrawRecord, movements, accountManage, bankList, revenueRecords } = wallet;
const { createWorkOrder, workOrder, workOrderDetail, im } = support;
const { noticeList, noticeDetail, systemMsg } = notices;
const { payOrder, payOrderDetail, orderDetail } = orders;

/**
 * A screen, optionally with the scope that the token needs for it: without that scope nothing links to it, and it shows an explanation.
 */
type Entry = AnyRoute | readonly [AnyRoute, EmbedScope];

const allowed = (scope: EmbedScope, screens: AnyRoute[]): Entry[] => screens.map((one) => [one, scope]);

/** Paying an order, where goods are sent to, and what became of it. An address is changed on our own pages, since a token sees none whole. */
const paying = (scope: EmbedScope): Entry[] =>
  allowed(scope, [
    orders.pay,
    orders.shippingAddress,
    addresses.addressManage,
    addresses.createAddress,
    orders.orderAddress,
    orders.otherPay,
    orders.paymentResult,
  ]);
/** The screen of a cloud phone, and what of it is loaded when an engine can show it. */
const watching = [
  ...allowed('screen:read', [devices.screen]),
  devices.thumbnails,
  devices.watchNotice,
  devices.live,
  devices.webCodecs,
  devices.mediaSource,
];
/** The contract of what was bought; the identity of who signs is typed on our own page. */
const signing = (scope: EmbedScope): Entry[] => allowed(scope, [orders.signTask, orders.signature]);

/**
 * The screens of each feature, the first screen first; a link to any other screen opens the full page. A screen with a single action
 * requires a scope.
 */
const screensOf: Record<EmbedFeature, Entry[]> = {
  wallet: [
    wallet.walletOverview,
    [wallet.balance, 'withdraw:prepare'],
    withDrawRecord,
    movements,
    accountManage,
    bankList,
    revenueRecords,
  ],
  'work-orders': [workOrder, workOrderDetail, [createWorkOrder, 'work-orders:write']],
  notices: [noticeList, noticeDetail, systemMsg],
  devices: [
    devices.list,
    devices.machines,
    devices.earnings,
    devices.firstHome,
    ...watching,
    ...allowed('devices:buy', [
      store.home,
      store.goodsClass,
      store.goodsClass2,
      store.cart,
      store.my,
      store.buynow,
      store.rechargeScore,
      store.openMembership,
      store.repurchase,
      payOrder,
      orderDetail,
    ]),
    ...paying('devices:buy'),
    ...signing('devices:buy'),
  ],
  screen: [devices.screenList, ...watching],
  orders: [
    payOrder,
    payOrderDetail,
    orderDetail,
    [store.buynow, 'orders:pay'],
    ...paying('orders:pay'),
    ...signing('orders:write'),
  ],
  points: [
    points.pointsMall,
    points.goodsDetail,
    movements,
    ...allowed('points:buy', [payOrder, orderDetail]),
    ...paying('points:buy'),
  ],
  chat: [im],
  accounts: [accounts.list, accounts.detail, [accounts.add, 'accounts:write']],
  logs: [logs.order],
  feed: [circle.dynamic, circle.post, circle.materialLibrary, [circle.compose, 'feed:write']],
  shop: [
    goods.goods,
    goods.goodsDetail,
    [goods.platformGoods, 'shop:write'],
    goods.goodsClassifyList,
    [goods.goodsClassifyOper, 'shop:write'],
    [goods.bindShop, 'shop:write'],
    [goods.setupShop, 'shop:write'],
  ],
  // promotion value is transferred on our own pages only
  promotion: [wallet.rechargeRecord, orders.promotionActivity, friends.poster],
  invitation: [friends.invitationRecords, friends.myTeam, friends.poster],
  declarations: [declarations.declarationFormList, [declarations.declarationForm, 'declarations:write']],
};

const withScope = (entry: Entry): AnyRoute & { scope?: EmbedScope } =>
  'path' in entry ? entry : { ...entry[0], scope: entry[1] };

export const embeds = Object.fromEntries(
  (Object.keys(embedFeatures) as EmbedFeature[]).map((name) => [
    name,
    {
      screens: screensOf[name].map(withScope),
      minHeight: embedFeatures[name].minHeight,
    },
  ]),
);
