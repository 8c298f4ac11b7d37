import { type Screen, screen } from '../../core/navigation/screen';
import * as routes from './routes';

export const login = screen(routes.login, () => import('./sign-in/login'));
export const register = screen(routes.register, () => import('./register/register'));

export const screens: Screen[] = [
  login,
  register,
  screen(routes.wechatAuthorization, () => import('./wechat/authorization')),
  screen(routes.loginRules, () => import('./sign-in/login-rules')),
  screen(routes.firstSteps, () => import('./register/first-steps')),
  screen(routes.passkeySignIn, () => import('./passkey/passkey-sign-in')),
  screen(routes.secondStepSheet, () => import('./sign-in/second-step-sheet')),
  screen(routes.askPasskey, () => import('./passkey/ask-passkey')),
  screen(routes.resetPassword, () => import('./password/reset-password')),
  screen(routes.modifyPhone, () => import('./contact/modify-phone')),
  screen(routes.modifyEmail, () => import('./contact/modify-email')),
  screen(routes.wechatRegister, () => import('./wechat/register')),
  screen(routes.agreement, () => import('./agreement')),
  screen(routes.privacyPolicy, () => import('./privacy-policy')),
];
