import { added } from '../wire/call';
import type * as rules from './system.rules';

/** The unique key for mobile member system parameters (spec §7). */
export const memberParameters = 'MobileMemberSysParams';

export interface ServiceAnswer {
  HasException: boolean;
  Exception?: { Message: string };
  /** Name and value of each setting asked for that exists (spec §3, system config entry). */
  ObjectData?: { c_class: string; c_value: string }[];
}

/** The service call that `GetSysConfig` goes through (spec §7). */
export const service = added<typeof rules.service, ServiceAnswer>('service/invoke', {
  guard: 'anyone',
  embed: { scopes: 'every' },
});

/** The address of a picture, good for an hour. Only its owner and those it was shown to may ask. */
export const loadPicture = added<typeof rules.loadPicture, { url: string }>('picture/load', {
  embed: { scopes: ['work-orders:read', 'chat:read', 'feed:read', 'shop:read', 'declarations:read'] },
});

/** Settings that the app asks for by `GetSysConfig`. */
export const settingNames = [
  'cloudStoreUrl',
  'customerServicePhone',
  'countryVersion',
  /** Origins that `webView` opens, with spaces between. */
  'webViewOrigins',
] as const;
export type SettingName = (typeof settingNames)[number];
