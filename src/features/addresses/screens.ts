import { screen } from '../../core/navigation/screen';

export const addresses = {
  addressManage: screen('pages/mine/addressManage', {
    title: 'titles.addressManage',
    load: () => import('../../ui/feedback/not-built'),
  }),
  createAddress: screen('pages/mine/createAddress', {
    title: 'titles.createAddress',
    load: () => import('../../ui/feedback/not-built'),
  }),
  modifyAddress: screen('pages/mine/modifyAddress', {
    title: 'titles.modifyAddress',
    load: () => import('../../ui/feedback/not-built'),
  }),
};
