import { screen } from '../../core/screen';

export const addresses = {
  addressManage: screen('pages/mine/addressManage', {
    title: 'titles.addressManage',
    load: () => import('../../ui/not-built'),
  }),
  createAddress: screen('pages/mine/createAddress', {
    title: 'titles.createAddress',
    load: () => import('../../ui/not-built'),
  }),
  modifyAddress: screen('pages/mine/modifyAddress', {
    title: 'titles.modifyAddress',
    load: () => import('../../ui/not-built'),
  }),
};
