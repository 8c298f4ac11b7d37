import type { MessageKey } from '../../core/i18n';
import type { Screen } from '../../core/screen';
import { addresses } from '../addresses/screens';
import { declarations } from '../declarations/screens';
import { devices } from '../devices/screens';
import { friends } from '../friends/screens';
import { goods } from '../goods/screens';
import { notices } from '../notices/screens';
import { orders } from '../orders/screens';
import { points } from '../points/screens';
import { session } from '../session/screens';
import { store } from '../store/screens';
import { support } from '../support/screens';
import { videos } from '../videos/screens';
import { wallet } from '../wallet/screens';
import { mine } from './screens';

type Links = [label: MessageKey, to: Screen<never, any>][];

/** The way to every page of spec §2 that needs to be told nothing, in the order a member would look for it. */
export const groups: [title: MessageKey, links: Links][] = [
  [
    'mine.groups.orders',
    [
      ['mine.links.payOrder', orders.payOrder],
      ['mine.links.equMyTeam', orders.equMyTeam],
      ['mine.links.promotionActivity', orders.promotionActivity],
      ['mine.links.rechargeScore', store.rechargeScore],
      ['mine.links.repurchase', store.repurchase],
      ['mine.links.openMembership', store.openMembership],
      ['mine.links.signTask', orders.signTask],
      ['mine.links.otherPay', orders.otherPay],
      ['mine.links.declarationForm', declarations.declarationForm],
      ['mine.links.declarationFormList', declarations.declarationFormList],
    ],
  ],
  [
    'mine.groups.wallet',
    [
      ['mine.links.balance', wallet.balance],
      ['mine.links.withDrawRecord', wallet.withDrawRecord],
      ['mine.links.revenueRecords', wallet.revenueRecords],
      ['mine.links.earnings', devices.earnings],
      ['mine.links.accountManage', wallet.accountManage],
      ['mine.links.bankList', wallet.bankList],
      ['mine.links.pointsMall', points.pointsMall],
      ['mine.links.transferScore', wallet.transferScore],
      ['mine.links.rechargeRecord', wallet.rechargeRecord],
    ],
  ],
  [
    'mine.groups.shop',
    [
      ['mine.links.store', store.home],
      ['mine.links.goods', goods.goods],
      ['mine.links.goodsClassifyList', goods.goodsClassifyList],
      ['mine.links.platformGoods', goods.platformGoods],
      ['mine.links.video', videos.video],
      ['mine.links.goodsVideo', videos.goodsVideo],
      ['mine.links.materialLibrary', videos.materialLibrary],
      ['mine.links.bindShop', goods.bindShop],
      ['mine.links.setupShop', goods.setupShop],
    ],
  ],
  [
    'mine.groups.friends',
    [
      ['mine.links.invitationRecords', friends.invitationRecords],
      ['mine.links.myTeam', friends.myTeam],
      ['mine.links.poster', friends.poster],
      ['mine.links.wxPoster', friends.wxPoster],
    ],
  ],
  [
    'mine.groups.support',
    [
      ['mine.links.noticeList', notices.noticeList],
      ['mine.links.systemMsg', notices.systemMsg],
      ['mine.links.im', support.im],
      ['mine.links.chatGpt', support.chatGpt],
      ['mine.links.workOrder', support.workOrder],
      ['mine.links.createWorkOrder', support.createWorkOrder],
    ],
  ],
  [
    'mine.groups.settings',
    [
      ['mine.profile', mine.userInfo],
      ['mine.links.addressManage', addresses.addressManage],
      ['mine.links.modifyPhone', session.modifyPhone],
      ['mine.links.modifyEmail', session.modifyEmail],
      ['mine.links.resetPassword', session.resetPassword],
      ['mine.links.agreement', session.agreement],
      ['mine.links.downloadApp', mine.downloadApp],
    ],
  ],
];
