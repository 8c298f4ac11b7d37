import { screen } from '../../core/screen';

export const orders = {
  pay: screen('pages/mine/pay', {
    title: 'titles.pay',
    guard: 'anyone',
    load: () => import('../../ui/not-built'),
  }),
  orderAddress: screen('pages/mine/orderAddress', {
    title: 'titles.orderAddress',
    load: () => import('../../ui/not-built'),
  }),
  otherPay: screen('pages/mine/otherPay', {
    title: 'titles.otherPay',
    load: () => import('../../ui/not-built'),
  }),
  paymentResult: screen('pages/mine/paymentResult', {
    title: 'titles.paymentResult',
    load: () => import('../../ui/not-built'),
  }),
  payOrder: screen('pages/mine/payOrder', {
    title: 'titles.payOrder',
    load: () => import('../../ui/not-built'),
  }),
  payOrderDetail: screen('pages/mine/payOrderDetail', {
    title: 'titles.payOrderDetail',
    load: () => import('../../ui/not-built'),
  }),
  promotionActivity: screen('pages/mine/promotionActivity', {
    title: 'titles.promotionActivity',
    load: () => import('../../ui/not-built'),
  }),
  signTask: screen('pages/mine/signTask', {
    title: 'titles.signTask',
    load: () => import('../../ui/not-built'),
  }),
  signature: screen('pages/mine/signature', {
    title: 'titles.signature',
    load: () => import('../../ui/not-built'),
  }),
  equMyTeam: screen('pages/list/equMyTeam', {
    title: 'titles.equMyTeam',
    load: () => import('../../ui/not-built'),
  }),
  orderDetail: screen('pages/orderDetail', {
    title: 'titles.orderDetail',
    load: () => import('../../ui/not-built'),
  }),
};
