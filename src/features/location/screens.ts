import { screen } from '../../core/navigation/screen';

export const places = {
  /** Keeps what is chosen as the draft `for` (`useChosenPlace`), and goes back. */
  chooseLocation: screen('pages/location/chooseLocation', {
    title: 'places.titles.chooseLocation',
    optional: ['for', 'latitude', 'longitude'],
    load: () => import('./choose-location'),
  }),
  /** Degrees in gcj02. */
  openLocation: screen('pages/location/openLocation', {
    title: 'places.titles.openLocation',
    needs: ['latitude', 'longitude'],
    optional: ['name', 'address'],
    load: () => import('./open-location'),
  }),
};
