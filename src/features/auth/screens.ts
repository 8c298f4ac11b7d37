import { screen } from '../../core/navigation/screen';

/** The seven sign-in screens (spec §2) and the agreement that they ask for. */
export const session = {
  login: screen<never, 'fromUrl'>('pages/login/login', {
    bare: true,
    title: 'auth.login.title',
    also: ['form'],
    guard: 'anyone',
    load: () => import('./sign-in/login'),
  }),
  register: screen<never, 'fromUrl' | 'inviteCode'>('pages/login/register', {
    bare: true,
    title: 'auth.register.title',
    also: ['form'],
    guard: 'anyone',
    load: () => import('./register/register'),
  }),
  resetPassword: screen<never, 'fromUrl'>('pages/login/resetPassword', {
    title: 'auth.reset.title',
    also: ['form'],
    guard: 'anyone',
    load: () => import('./password/reset-password'),
  }),
  modifyPhone: screen('pages/login/modifyPhone', {
    title: 'auth.phone.title',
    also: ['form'],
    load: () => import('./contact/modify-phone'),
  }),
  modifyEmail: screen('pages/login/modifyEmail', {
    title: 'auth.email.title',
    also: ['form'],
    load: () => import('./contact/modify-email'),
  }),
  /** `again`: also for somebody who is signed in, whom WeChat is to get to know. */
  wechatAuthorization: screen<never, 'fromUrl' | 'code' | 'state' | 'again'>(
    'pages/login/wechatAuthorization',
    {
      bare: true,
      title: 'wechat.title',
      also: ['auth'],
      guard: 'anyone',
      load: () => import('./wechat/authorization'),
    },
  ),
  wechatRegister: screen<'ticket', 'fromUrl' | 'inviteCode' | 'again'>('pages/login/WeChatRegister', {
    title: 'wechat.register',
    also: ['auth', 'form'],
    guard: 'anyone',
    needs: ['ticket'],
    load: () => import('./wechat/register'),
  }),
  agreement: screen('pages/mine/viewAgreement', {
    title: 'agreement.title',
    guard: 'anyone',
    load: () => import('./agreement'),
  }),
};

/** No route: the rules of the sign-in form, which is there before them. */
export const loginRules = screen('part/loginRules', {
  title: 'auth.login.title',
  guard: 'anyone',
  load: () => import('./sign-in/login-rules'),
});

/** No route: what it is all about, below the sign-in form. */
export const firstSteps = screen('part/firstSteps', {
  title: 'auth.login.title',
  guard: 'anyone',
  load: () => import('./register/first-steps'),
});
