import { added } from '../wire/call';
import type * as rules from './system.rules';

/** The unique key for mobile member system parameters (spec §7). */
export const memberParameters = 'MobileMemberSysParams';

export interface ServiceAnswer {
  HasException: boolean;
  Exception?: { Message: string };
  /** Name and value of each requested setting that exists (spec §3, system config entry). */
  ObjectData?: { c_class: string; c_value: string }[];
}

/** The service call that `GetSysConfig` uses (spec §7). */
export const service = added<typeof rules.service, ServiceAnswer>('service/invoke', {
  guard: 'anyone',
  embed: { scopes: 'every' },
});

/** The address of a picture, valid for an hour. Only for its owner and members to whom it is shown. */
export const loadPicture = added<typeof rules.loadPicture, { url: string }>('picture/load', {
  embed: { scopes: ['work-orders:read', 'chat:read', 'feed:read', 'shop:read', 'declarations:read'] },
});

/** Settings that the app requests with `GetSysConfig`. */
export const settingNames = [
  'cloudStoreUrl',
  'customerServicePhone',
  'countryVersion',
  /** Origins that `webView` opens, separated by spaces. */
  'webViewOrigins',
] as const;
export type SettingName = (typeof settingNames)[number];
