import { screen } from '../../core/screen';

export const location = {
  chooseLocation: screen('pages/location/chooseLocation', {
    title: 'titles.chooseLocation',
    load: () => import('../../ui/not-built'),
  }),
  openLocation: screen('pages/location/openLocation', {
    title: 'titles.openLocation',
    load: () => import('../../ui/not-built'),
  }),
};
