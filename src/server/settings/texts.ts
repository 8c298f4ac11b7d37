import { changeableNames } from './changeable';
import type { Reader } from './environment';

/** Variables whose values the log may contain. Of all others it says only that they are set: a new one may be a secret. */
const open = new Set<string>([
  ...changeableNames,
  'NODE_ENV',
  'TEST_MODE',
  'QUIET',
  'DEMO',
  'COUNTRY',
  'PUBLIC_URL',
  'INTL_URL',
  'CN_URL',
  'PASSKEY_DOMAIN',
  'LOGIN_JUMP',
  'PORT',
  'PARTNER_PORT',
  'LISTEN',
  'OPERATOR_LISTEN',
  'METRICS_LISTEN',
  'TRUST_PROXY',
  'DRAIN_SECONDS',
  'LOG_LEVEL',
  'DATABASE',
  'DATABASE_POOL',
  'DATABASE_POOLER',
  'DATA_DIR',
  'RELEASES_DIR',
  'S3_BUCKET',
  'S3_REGION',
  'SECOND_PERSON_FROM',
  'MAIL',
  'MAIL_FROM',
  'SMS',
  'SMS_COUNTRIES',
  'SMS_HOURLY',
  'WAYS_CN',
  'WAYS_INTL',
  'WAYS_MINI',
  'WECHAT_PAY',
  'MACHINES',
  'AI_MODEL',
  'PARTNER_CONSOLE',
  'WEB_VIEW_ORIGINS',
]);
/** Longer defaults, such as all holidays of the coming years, would hide the rest of the line. */
const longestDefault = 60;

/** The settings as texts. */
export interface SettingTexts {
  /** The text of a variable, undefined if it is not set. */
  given(name: string): string | undefined;
  /** The text of a variable that counts: its default if it is not set. */
  counted(name: string): string;
  /** The settings that count, by the names of their variables and without any secret: open values, and `set` for others that are set. */
  told(): Record<string, string>;
}

/** `names`: those that were asked for. */
export function textsOf({ read, given }: Reader, names: Iterable<string>): SettingTexts {
  const shown = (name: string) => {
    const value = given(name);
    if (value !== undefined) return open.has(name) ? value : 'set';
    const usual = open.has(name) ? (read.get(name) ?? '') : '';
    return usual.length <= longestDefault ? usual : '';
  };
  return {
    given,
    counted: (name) => read.get(name) ?? '',
    told: () =>
      Object.fromEntries([...names].sort().flatMap((name) => (shown(name) ? [[name, shown(name)]] : []))),
  };
}
