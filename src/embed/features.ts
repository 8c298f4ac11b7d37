import { type EmbedFeature, type EmbedScope, embedFeatures } from '../contract/embed/features';
import type { AnyRoute } from '../core/navigation/route';
import * as accounts from '../features/accounts/routes';
import * as circle from '../features/circle/routes';
import * as declarations from '../features/declarations/routes';
import * as devices from '../features/devices/routes';
import * as friends from '../features/friends/routes';
import * as goods from '../features/goods/routes';
import * as logs from '../features/logs/routes';
import * as notices from '../features/notices/routes';
import * as orders from '../features/orders/routes';
import * as points from '../features/points/routes';
import * as support from '../features/support/routes';
import * as wallet from '../features/wallet/routes';

const { balance, withDrawRecord, movements, accountManage, bankList, revenueRecords } = wallet;
const { createWorkOrder, workOrder, workOrderDetail, im } = support;
const { noticeList, noticeDetail, systemMsg } = notices;
const { payOrder, payOrderDetail, orderDetail } = orders;

/**
 * The screens that each feature consists of, the first one first; a link to any other opens the full page.
 */
const screensOf: Record<EmbedFeature, AnyRoute[]> = {
  wallet: [
    wallet.walletOverview,
    balance,
    withDrawRecord,
    movements,
    accountManage,
    bankList,
    revenueRecords,
  ],
  'work-orders': [workOrder, workOrderDetail, createWorkOrder],
  notices: [noticeList, noticeDetail, systemMsg],
  devices: [devices.list, devices.machines, devices.earnings, devices.firstHome],
  orders: [payOrder, payOrderDetail, orderDetail],
  points: [points.pointsMall, points.goodsDetail, movements],
  chat: [im],
  accounts: [accounts.list, accounts.detail, accounts.add],
  logs: [logs.order],
  feed: [circle.dynamic, circle.materialLibrary, circle.compose],
  shop: [
    goods.goods,
    goods.goodsDetail,
    goods.platformGoods,
    goods.goodsClassifyList,
    goods.goodsClassifyOper,
    goods.bindShop,
    goods.setupShop,
  ],
  // giving promotion value away is for our own pages
  promotion: [wallet.rechargeRecord, orders.promotionActivity],
  invitation: [friends.invitationRecords, friends.myTeam],
  declarations: [declarations.declarationFormList, declarations.declarationForm],
};

/** Screens on which one does one thing only, and the scope that it takes: without it they are not led to, and say so. */
const scopeOf = new Map<AnyRoute, EmbedScope>([
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
