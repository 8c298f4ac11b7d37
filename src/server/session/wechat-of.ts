import type { Settings } from '../settings';
import { createWechat, noWechat, type Wechat } from './wechat';
import { createWechatSandbox } from './wechat-sandbox';

/** The real one where an account is set; otherwise the sandbox, but never in production. */
export function wechatOf(settings: Settings): Wechat {
  if (settings.wechat) return createWechat(settings.wechat);
  return settings.production ? noWechat : createWechatSandbox(settings);
}
