import type { Settings } from '../../settings/settings';
import { createWechatSandbox } from './sandbox';
import { createWechat, noWechat, type Wechat } from './wechat';

/** The real provider if an account is configured; otherwise the sandbox, but never in production. */
export function wechatOf(settings: Settings): Wechat {
  if (settings.wechat) return createWechat(settings.wechat, { api: settings.wechatApi });
  return settings.production ? noWechat : createWechatSandbox(settings);
}
