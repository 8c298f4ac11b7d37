import { route } from '../../core/navigation/route';

// The seven sign-in screens (spec §2) and their agreement.

export const login = route<never, 'fromUrl'>('pages/login/login', {
  bare: true,
  title: 'auth.login.title',
  also: ['form'],
  guard: 'anyone',
});

export const register = route<never, 'fromUrl' | 'inviteCode'>('pages/login/register', {
  bare: true,
  title: 'auth.register.title',
  also: ['register', 'form'],
  guard: 'anyone',
});

export const resetPassword = route<never, 'fromUrl'>('pages/login/resetPassword', {
  title: 'auth.reset.title',
  also: ['register', 'form'],
  guard: 'anyone',
});

export const modifyPhone = route('pages/login/modifyPhone', {
  title: 'auth.phone.title',
  also: ['register', 'form'],
});

export const modifyEmail = route('pages/login/modifyEmail', {
  title: 'auth.email.title',
  also: ['register', 'form'],
});

/** `again`: also for a signed-in member who is to be linked to WeChat. */
export const wechatAuthorization = route<never, 'fromUrl' | 'code' | 'state' | 'again'>(
  'pages/login/wechatAuthorization',
  { bare: true, title: 'wechat.title', also: ['auth'], guard: 'anyone' },
);

export const wechatRegister = route<'ticket', 'fromUrl' | 'inviteCode' | 'again'>(
  'pages/login/WeChatRegister',
  { title: 'wechat.register', also: ['auth', 'register', 'form'], guard: 'anyone', needs: ['ticket'] },
);

export const agreement = route('pages/mine/viewAgreement', { title: 'agreement.title', guard: 'anyone' });

export const privacyPolicy = route('pages/mine/privacyPolicy', {
  title: 'privacy-policy.title',
  guard: 'anyone',
});

/** Not a route: the rules of the sign-in form, which is rendered before them. */
export const loginRules = route('part/loginRules', { title: 'auth.login.title', guard: 'anyone' });

/** Not a route: the button that signs in with a passkey, only in browsers that can. */
export const passkeySignIn = route<never, 'fromUrl'>('part/passkeySignIn', {
  title: 'passkey.signIn',
  guard: 'anyone',
});

/** Not a route: the function that asks the phone for a passkey. */
export const askPasskey = route('part/askPasskey', { title: 'passkey.signIn', guard: 'anyone' });

/** Not a route: the second step of signing in, over the screen whose call needs it. */
export const secondStepSheet = route('overlay/secondStep', {
  title: 'authenticator.titles.step',
  also: ['form'],
  guard: 'anyone',
});

/** Not a route: the introduction below the sign-in form. */
export const firstSteps = route<never, 'fromUrl'>('part/firstSteps', {
  title: 'auth.login.title',
  guard: 'anyone',
});
