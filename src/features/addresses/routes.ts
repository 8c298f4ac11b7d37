import { route } from '../../core/navigation/route';

export const addressManage = route('pages/mine/addressManage', { title: 'addresses.titles.addressManage' });

/** Goes back after saving. */
export const createAddress = route('pages/mine/createAddress', {
  title: 'addresses.titles.createAddress',
  also: ['form'],
});

export const modifyAddress = route('pages/mine/modifyAddress', {
  title: 'addresses.titles.modifyAddress',
  also: ['form'],
  needs: ['id'],
});
