import { screen } from '../../core/navigation/screen';

/** The seven sign-in screens (spec §2) and the agreement that they ask for. */
export const session = {
  login: screen('pages/login/login', {
    bare: true,
    title: 'auth.login.title',
    also: ['form'],
    guard: 'anyone',
    optional: ['fromUrl'],
    load: () => import('./login'),
  }),
  register: screen('pages/login/register', {
    bare: true,
    title: 'auth.register.title',
    also: ['form'],
    guard: 'anyone',
    optional: ['fromUrl', 'inviteCode'],
    load: () => import('./register'),
  }),
  resetPassword: screen('pages/login/resetPassword', {
    title: 'auth.reset.title',
    also: ['form'],
    guard: 'anyone',
    load: () => import('./reset-password'),
  }),
  modifyPhone: screen('pages/login/modifyPhone', {
    title: 'auth.phone.title',
    also: ['form'],
    load: () => import('./modify-phone'),
  }),
  modifyEmail: screen('pages/login/modifyEmail', {
    title: 'auth.email.title',
    also: ['form'],
    load: () => import('./modify-email'),
  }),
  wechatAuthorization: screen('pages/login/wechatAuthorization', {
    bare: true,
    title: 'wechat.title',
    also: ['auth'],
    guard: 'anyone',
    optional: ['fromUrl', 'code', 'state'],
    load: () => import('./wechat-authorization'),
  }),
  wechatRegister: screen('pages/login/WeChatRegister', {
    title: 'wechat.register',
    also: ['auth', 'form'],
    guard: 'anyone',
    needs: ['ticket'],
    optional: ['fromUrl', 'inviteCode'],
    load: () => import('./wechat-register'),
  }),
  agreement: screen('pages/mine/viewAgreement', {
    title: 'agreement.title',
    guard: 'anyone',
    load: () => import('./agreement'),
  }),
};
