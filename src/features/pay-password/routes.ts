import { route } from '../../core/navigation/route';

export const payPassword = route('pages/mine/payPassword', { title: 'pay-password.titles.payPassword' });

/** No route: it comes over the screen whose call waits for it. Downloaded like one. */
export const payPasswordSheet = route('overlay/payPassword', { title: 'pay-password.titles.sheet' });
