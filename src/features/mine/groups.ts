import type { OpenRoute } from '../../core/navigation/route';
import type { MessageKey } from '../../core/text/i18n';
import {
  aiIcon,
  cartIcon,
  contractIcon,
  incomeIcon,
  inviteIcon,
  logsIcon,
  noticeIcon,
  ordersIcon,
  packageIcon,
  pointsIcon,
  posterIcon,
  renewIcon,
  shareIcon,
  storeIcon,
  supportIcon,
  teamIcon,
  videoIcon,
  walletIcon,
  workorderIcon,
} from '../../ui/display/icons';
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

/** The entries that members open most. */
export const most: Destination[] = [
  ['payOrder', ordersIcon, orders.payOrder],
  ['promotionActivity', packageIcon, orders.promotionActivity],
  ['revenueRecords', incomeIcon, wallet.revenueRecords],
  ['poster', inviteIcon, friends.poster],
];

/**
 * The other entries, in the order in which a member would look for them. Screens that another page here links to, such as payout accounts
 * from the balance, have no entry.
 */
export const groups: [name: Below<'groups'>, to: Destination[]][] = [
  [
    'orders',
    [
      ['rechargeScore', cartIcon, store.rechargeScore],
      ['repurchase', renewIcon, store.repurchase],
      ['signTask', contractIcon, orders.signTask],
      ['openMembership', pointsIcon, store.openMembership],
      ['declarationFormList', logsIcon, declarations.declarationFormList],
    ],
  ],
  [
    'wallet',
    [
      ['wallet', walletIcon, wallet.home],
      ['earnings', incomeIcon, devices.earnings],
      ['pointsMall', pointsIcon, points.pointsMall],
    ],
  ],
  [
    'shop',
    [
      ['store', storeIcon, store.home],
      ['goods', packageIcon, goods.goods],
      ['video', videoIcon, videos.video],
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
      ['im', supportIcon, support.im],
      ['chatGpt', aiIcon, support.chatGpt],
      ['workOrder', workorderIcon, support.workOrder],
    ],
  ],
];
