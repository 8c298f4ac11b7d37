import { screen } from '../../core/navigation/screen';

export const payPassword = {
  payPassword: screen('pages/mine/payPassword', {
    title: 'pay-password.titles.payPassword',
    load: () => import('./pay-password'),
  }),
};

/** No route: it comes over the screen whose call waits for it. Downloaded like one. */
export const payPasswordSheet = screen('overlay/payPassword', {
  title: 'pay-password.titles.sheet',
  load: () => import('./pay-password-sheet'),
});
