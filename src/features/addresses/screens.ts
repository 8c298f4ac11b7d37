import { screen } from '../../core/navigation/screen';

export const addresses = {
  addressManage: screen('pages/mine/addressManage', {
    title: 'addresses.titles.addressManage',
    load: () => import('./address-manage'),
  }),
  /** Goes back once it is saved. */
  createAddress: screen('pages/mine/createAddress', {
    title: 'addresses.titles.createAddress',
    also: ['form'],
    load: () => import('./create-address'),
  }),
  modifyAddress: screen('pages/mine/modifyAddress', {
    title: 'addresses.titles.modifyAddress',
    also: ['form'],
    needs: ['id'],
    load: () => import('./modify-address'),
  }),
};
