import type { OpenScreen } from '../../core/navigation/screen';
import type { MessageKey } from '../../core/text/i18n';
import { addresses } from '../addresses/screens';
import { session } from '../auth/screens';
import { circle } from '../circle/screens';
import { declarations } from '../declarations/screens';
import { devices } from '../devices/screens';
import { friends } from '../friends/screens';
import { goods } from '../goods/screens';
import { notices } from '../notices/screens';
import { orders } from '../orders/screens';
import { points } from '../points/screens';
import { store } from '../store/screens';
import { support } from '../support/screens';
import { videos } from '../videos/screens';
import { wallet } from '../wallet/screens';
import { mine } from './screens';

type Below<Group extends string> = MessageKey extends infer Key
  ? Key extends `mine.${Group}.${infer Name}`
    ? Name
    : never
  : never;
type Links = [name: Below<'links'>, to: OpenScreen][];

/** The way to every page of spec §2 that needs to be told nothing, in the order a member would look for it. */
export const groups: [name: Below<'groups'>, links: Links][] = [
  [
    'orders',
    [
      ['payOrder', orders.payOrder],
      ['equMyTeam', orders.equMyTeam],
      ['promotionActivity', orders.promotionActivity],
      ['rechargeScore', store.rechargeScore],
      ['repurchase', store.repurchase],
      ['openMembership', store.openMembership],
      ['signTask', orders.signTask],
      ['otherPay', orders.otherPay],
      ['declarationForm', declarations.declarationForm],
      ['declarationFormList', declarations.declarationFormList],
    ],
  ],
  [
    'wallet',
    [
      ['balance', wallet.balance],
      ['withDrawRecord', wallet.withDrawRecord],
      ['revenueRecords', wallet.revenueRecords],
      ['earnings', devices.earnings],
      ['accountManage', wallet.accountManage],
      ['bankList', wallet.bankList],
      ['pointsMall', points.pointsMall],
      ['transferScore', wallet.transferScore],
      ['rechargeRecord', wallet.rechargeRecord],
    ],
  ],
  [
    'shop',
    [
      ['store', store.home],
      ['goods', goods.goods],
      ['goodsClassifyList', goods.goodsClassifyList],
      ['platformGoods', goods.platformGoods],
      ['video', videos.video],
      ['goodsVideo', videos.goodsVideo],
      ['materialLibrary', circle.materialLibrary],
      ['bindShop', goods.bindShop],
      ['setupShop', goods.setupShop],
    ],
  ],
  [
    'friends',
    [
      ['invitationRecords', friends.invitationRecords],
      ['myTeam', friends.myTeam],
      ['poster', friends.poster],
      ['wxPoster', friends.wxPoster],
    ],
  ],
  [
    'support',
    [
      ['noticeList', notices.noticeList],
      ['systemMsg', notices.systemMsg],
      ['im', support.im],
      ['chatGpt', support.chatGpt],
      ['workOrder', support.workOrder],
      ['createWorkOrder', support.createWorkOrder],
    ],
  ],
  [
    'settings',
    [
      ['userInfo', mine.userInfo],
      ['addressManage', addresses.addressManage],
      ['modifyPhone', session.modifyPhone],
      ['modifyEmail', session.modifyEmail],
      ['resetPassword', session.resetPassword],
      ['agreement', session.agreement],
      ['downloadApp', mine.downloadApp],
    ],
  ],
];
