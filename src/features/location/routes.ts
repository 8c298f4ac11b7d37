import { route } from '../../core/navigation/route';

/** Stores the chosen place as the draft `for` (`useChosenPlace`), and goes back. */
export const chooseLocation = route<never, 'for' | 'latitude' | 'longitude'>(
  'pages/location/chooseLocation',
  { title: 'places.titles.chooseLocation' },
);

/** Degrees in gcj02. */
export const openLocation = route<'latitude' | 'longitude', 'name' | 'address'>(
  'pages/location/openLocation',
  { title: 'places.titles.openLocation', needs: ['latitude', 'longitude'] },
);
