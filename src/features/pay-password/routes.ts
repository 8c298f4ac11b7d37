import { route } from '../../core/navigation/route';

export const payPassword = route('pages/mine/payPassword', { title: 'pay-password.titles.payPassword' });

/** Not a route: shown over the screen whose call needs it. Downloaded like a screen. */
export const payPasswordSheet = route('overlay/payPassword', { title: 'pay-password.titles.sheet' });
