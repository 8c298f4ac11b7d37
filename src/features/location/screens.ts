import { screen } from '../../core/navigation/screen';

export const places = {
  /** Keeps what is chosen as the draft `for` (`useChosenPlace`), and goes back. */
  chooseLocation: screen<never, 'for' | 'latitude' | 'longitude'>('pages/location/chooseLocation', {
    title: 'places.titles.chooseLocation',
    load: () => import('./choose-location'),
  }),
  /** Degrees in gcj02. */
  openLocation: screen<'latitude' | 'longitude', 'name' | 'address'>('pages/location/openLocation', {
    title: 'places.titles.openLocation',
    needs: ['latitude', 'longitude'],
    load: () => import('./open-location'),
  }),
};
