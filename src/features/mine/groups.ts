import type { OpenRoute } from '../../core/navigation/route';
import type { MessageKey } from '../../core/text/i18n';
import {
  aiIcon,
  cardIcon,
  cartIcon,
  categoryIcon,
  contractIcon,
  devicesIcon,
  incomeIcon,
  inviteIcon,
  logsIcon,
  materialIcon,
  messageIcon,
  noticeIcon,
  ordersIcon,
  packageIcon,
  playIcon,
  pointsIcon,
  posterIcon,
  rechargeIcon,
  renewIcon,
  shareIcon,
  storeIcon,
  supportIcon,
  taskIcon,
  teamIcon,
  transferIcon,
  videoIcon,
  walletIcon,
  withdrawIcon,
  workorderIcon,
} from '../../ui/display/icons';
import * as circle from '../circle/routes';
import * as declarations from '../declarations/routes';
import * as devices from '../devices/routes';
import * as friends from '../friends/routes';
import * as goods from '../goods/routes';
import * as notices from '../notices/routes';
import * as orders from '../orders/routes';
import * as points from '../points/routes';
import * as store from '../store/routes';
import * as support from '../support/routes';
import * as videos from '../videos/routes';
import * as wallet from '../wallet/routes';

type Below<Group extends string> = MessageKey extends infer Key
  ? Key extends `mine.${Group}.${infer Name}`
    ? Name
    : never
  : never;
export type Destination = [name: Below<'links'>, icon: string, to: OpenRoute];

/** What members open most. */
export const most: Destination[] = [
  ['payOrder', ordersIcon, orders.payOrder],
  ['promotionActivity', packageIcon, orders.promotionActivity],
  ['revenueRecords', incomeIcon, wallet.revenueRecords],
  ['poster', inviteIcon, friends.poster],
];

/** The other pages of spec §2 that need to be told nothing, in the order a member would look for them. */
export const groups: [name: Below<'groups'>, to: Destination[]][] = [
  [
    'orders',
    [
      ['rechargeScore', cartIcon, store.rechargeScore],
      ['repurchase', renewIcon, store.repurchase],
      ['equMyTeam', devicesIcon, orders.equMyTeam],
      ['signTask', contractIcon, orders.signTask],
      ['openMembership', pointsIcon, store.openMembership],
      ['declarationFormList', logsIcon, declarations.declarationFormList],
    ],
  ],
  [
    'wallet',
    [
      ['balance', walletIcon, wallet.balance],
      ['withDrawRecord', withdrawIcon, wallet.withDrawRecord],
      ['otherPay', rechargeIcon, orders.otherPay],
      ['accountManage', cardIcon, wallet.accountManage],
      ['earnings', incomeIcon, devices.earnings],
      ['pointsMall', pointsIcon, points.pointsMall],
      ['transferScore', transferIcon, wallet.transferScore],
    ],
  ],
  [
    'shop',
    [
      ['store', storeIcon, store.home],
      ['goods', packageIcon, goods.goods],
      ['goodsClassifyList', categoryIcon, goods.goodsClassifyList],
      ['platformGoods', cartIcon, goods.platformGoods],
      ['video', videoIcon, videos.video],
      ['goodsVideo', materialIcon, videos.goodsVideo],
      ['materialLibrary', playIcon, circle.materialLibrary],
      ['bindShop', shareIcon, goods.bindShop],
    ],
  ],
  [
    'friends',
    [
      ['invitationRecords', inviteIcon, friends.invitationRecords],
      ['myTeam', teamIcon, friends.myTeam],
      ['wxPoster', posterIcon, friends.wxPoster],
    ],
  ],
  [
    'support',
    [
      ['noticeList', noticeIcon, notices.noticeList],
      ['systemMsg', messageIcon, notices.systemMsg],
      ['im', supportIcon, support.im],
      ['chatGpt', aiIcon, support.chatGpt],
      ['workOrder', workorderIcon, support.workOrder],
      ['createWorkOrder', taskIcon, support.createWorkOrder],
    ],
  ],
];
