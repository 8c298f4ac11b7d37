import { route } from '../../core/navigation/route';

export const payPassword = route('pages/mine/payPassword', { title: 'pay-password.titles.payPassword' });

/** Not a route: the function with which a passkey takes the place of the payment password. */
export const payPasskey = route('part/payPasskey', { title: 'pay-password.titles.sheet' });

/** Not a route: shown over the screen whose call needs it. Downloaded like a screen. */
export const payPasswordSheet = route('overlay/payPassword', { title: 'pay-password.titles.sheet' });
