import { screen } from '../../core/navigation/screen';

export const location = {
  chooseLocation: screen('pages/location/chooseLocation', {
    title: 'titles.chooseLocation',
    load: () => import('../../ui/feedback/not-built'),
  }),
  openLocation: screen('pages/location/openLocation', {
    title: 'titles.openLocation',
    load: () => import('../../ui/feedback/not-built'),
  }),
};
