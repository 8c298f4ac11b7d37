import type { EmbedFeature } from '../contract/embed';
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
import type { Feature } from './api';
import { heights } from './heights';

const { balance, withDrawRecord, movements, accountManage, bankList, revenueRecords } = wallet;
const { createWorkOrder, workOrder, workOrderDetail, im } = support;
const { noticeList, noticeDetail, systemMsg } = notices;
const { payOrder, payOrderDetail, orderDetail } = orders;

/**
 * Every feature that makes sense alone in somebody's page: the screens that it consists of, the first one first; a link to any other
 * opens the full page. Elements (`cloudphone-<name>`), files, types and what a token may allow (`embedScopes`) all follow from this table.
 */
const screensOf: Record<EmbedFeature | Feature, AnyScreen[]> = {
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

export const embeds = Object.fromEntries(
  (Object.keys(screensOf) as EmbedFeature[]).map((name) => [
    name,
    { screens: screensOf[name], minHeight: heights[name] },
  ]),
);
