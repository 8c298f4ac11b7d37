import { type EmbedFeature, type EmbedScope, embedFeatures } from '../contract/embed/features';
import type { AnyScreen } from '../core/navigation/screen';
import { accounts } from '../features/accounts/screens';
import { circle } from '../features/circle/screens';
import { declarations } from '../features/declarations/screens';
import { devices, firstHome } from '../features/devices/screens';
import { friends } from '../features/friends/screens';
import { goods } from '../features/goods/screens';
import { logs } from '../features/logs/screens';
import { notices } from '../features/notices/screens';
import { orders } from '../features/orders/screens';
import { points } from '../features/points/screens';
import { support } from '../features/support/screens';
import { wallet, walletOverview } from '../features/wallet/screens';

const { balance, withDrawRecord, movements, accountManage, bankList, revenueRecords } = wallet;
const { createWorkOrder, workOrder, workOrderDetail, im } = support;
const { noticeList, noticeDetail, systemMsg } = notices;
const { payOrder, payOrderDetail, orderDetail } = orders;

/**
 * The screens that each feature consists of, the first one first; a link to any other opens the full page.
 */
const screensOf: Record<EmbedFeature, AnyScreen[]> = {
  wallet: [walletOverview, balance, withDrawRecord, movements, accountManage, bankList, revenueRecords],
  'work-orders': [workOrder, workOrderDetail, createWorkOrder],
  notices: [noticeList, noticeDetail, systemMsg],
  devices: [...Object.values(devices), firstHome],
  orders: [payOrder, payOrderDetail, orderDetail],
  points: [...Object.values(points), movements],
  chat: [im],
  accounts: Object.values(accounts),
  logs: [logs.order],
  feed: Object.values(circle),
  shop: Object.values(goods),
  // giving promotion value away is for our own pages
  promotion: [wallet.rechargeRecord, orders.promotionActivity],
  invitation: [friends.invitationRecords, friends.myTeam],
  declarations: [declarations.declarationFormList, declarations.declarationForm],
};

/** Screens on which one does one thing only, and the scope that it takes: without it they are not led to, and say so. */
const scopeOf = new Map<AnyScreen, EmbedScope>([
  [balance, 'withdraw:prepare'],
  [createWorkOrder, 'work-orders:write'],
  [accounts.add, 'accounts:write'],
  [circle.compose, 'feed:write'],
  [goods.platformGoods, 'shop:write'],
  [goods.goodsClassifyOper, 'shop:write'],
  [goods.bindShop, 'shop:write'],
  [goods.setupShop, 'shop:write'],
  [declarations.declarationForm, 'declarations:write'],
]);

export const embeds = Object.fromEntries(
  (Object.keys(embedFeatures) as EmbedFeature[]).map((name) => [
    name,
    {
      screens: screensOf[name].map((one) => ({ ...one, scope: scopeOf.get(one) })),
      minHeight: embedFeatures[name].minHeight,
    },
  ]),
);
