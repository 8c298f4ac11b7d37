import type { EmbedFeature } from '../contract/embed';
import type { AnyScreen } from '../core/navigation/screen';
import { devices } from '../features/devices/screens';
import { notices } from '../features/notices/screens';
import { orders } from '../features/orders/screens';
import { points } from '../features/points/screens';
import { support } from '../features/support/screens';
import { wallet, walletOverview } from '../features/wallet/screens';
import type { Feature } from './api';

interface Embed {
  /** The screens that it consists of, the first one first; a link to any other opens the full page. */
  screens: AnyScreen[];
  /** Pixels that it takes up before it knows better: nothing around it moves when it comes. */
  minHeight: number;
}

const { balance, withDrawRecord, movements, accountManage, bankList, revenueRecords } = wallet;
const { createWorkOrder, workOrder, workOrderDetail, im } = support;
const { noticeList, noticeDetail, systemMsg } = notices;
const { payOrder, payOrderDetail, orderDetail } = orders;

/**
 * Every feature that makes sense alone in somebody's page. Elements (`cloudphone-<name>`), files, types and what a token
 * may allow (`embedScopes`) all follow from this table.
 */
export const embeds: Record<EmbedFeature | Feature, Embed> = {
  wallet: {
    screens: [walletOverview, balance, withDrawRecord, movements, accountManage, bankList, revenueRecords],
    minHeight: 424,
  },
  'work-orders': { screens: [workOrder, workOrderDetail, createWorkOrder], minHeight: 360 },
  notices: { screens: [noticeList, noticeDetail, systemMsg], minHeight: 320 },
  devices: { screens: Object.values(devices), minHeight: 420 },
  orders: { screens: [payOrder, payOrderDetail, orderDetail], minHeight: 360 },
  points: { screens: [...Object.values(points), movements], minHeight: 420 },
  chat: { screens: [im], minHeight: 420 },
};
