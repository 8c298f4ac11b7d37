import type { Country } from '../contract/session';

export interface Settings {
  port: number;
  partnerPort: number;
  dataDir: string;
  /** Absent: the embedded database under `dataDir`. */
  databaseUrl: string | undefined;
  signingSecret: string;
  operatorToken: string;
  production: boolean;
  demo: boolean;
  /** Which country version this deployment serves. */
  country: Country | 'any';
  /** Where the other version is. */
  addresses: Record<Country, string>;
  cloudStoreUrl: string;
  customerServicePhone: string;
  /** Our own origin as members see it, without a slash at the end. */
  publicUrl: string;
  /** Absent: WeChat is a sandbox. */
  wechat: { appId: string; appSecret: string } | undefined;
  /** Whether a proxy in front of us names the client in X-Forwarded-For. */
  trustProxy: boolean;
}

const devSecret = 'dev-signing-secret';
const devOperator = 'dev-operator-token';
/** What everybody can read here is no secret. */
const known = [devSecret, devOperator];

/** Reads the environment; throws with every mistake in it, so that the start stops with a message somebody can act on. */
export function readSettings(env: Record<string, string | undefined> = process.env): Settings {
  const mistakes: string[] = [];
  const text = (name: string, otherwise: string) => env[name]?.trim() || otherwise;
  const oneOf = <T extends string>(name: string, options: readonly T[], otherwise: T): T => {
    const value = text(name, otherwise) as T;
    if (!options.includes(value))
      mistakes.push(`${name} must be one of ${options.join(', ')}, not "${value}"`);
    return value;
  };
  const port = (name: string, otherwise: number) => {
    const value = Number(text(name, `${otherwise}`));
    if (!Number.isInteger(value) || value < 0 || value > 65_535)
      mistakes.push(`${name} must be a port number`);
    return value;
  };
  const flag = (name: string, otherwise: boolean) =>
    /^(1|true|yes|on)$/i.test(
      oneOf(name, ['1', '0', 'true', 'false', 'yes', 'no', 'on', 'off'], otherwise ? 'on' : 'off'),
    );
  const address = (name: string, otherwise: string) => {
    const value = text(name, otherwise).replace(/\/+$/, '');
    if (value && !/^https?:\/\/[^/\s]+/.test(value))
      mistakes.push(`${name} must be an http or https address`);
    return value;
  };

  const production = env.NODE_ENV === 'production';
  const secret = (name: string, dev: string) => {
    const value = text(name, dev);
    if (production && (known.includes(value) || value.length < 16))
      mistakes.push(`${name} must be set to a secret of its own, at least 16 characters, in production`);
    return value;
  };
  const own = port('PORT', 8080);
  const publicUrl = address('PUBLIC_URL', `http://localhost:${own}`);
  const wechat = { appId: text('WECHAT_APP_ID', ''), appSecret: text('WECHAT_APP_SECRET', '') };
  if (!wechat.appId !== !wechat.appSecret) mistakes.push('WECHAT_APP_ID and WECHAT_APP_SECRET go together');

  const settings: Settings = {
    port: own,
    partnerPort: port('PARTNER_PORT', 8081),
    dataDir: text('DATA_DIR', './data'),
    databaseUrl: text('DATABASE_URL', '') || undefined,
    signingSecret: secret('SIGNING_SECRET', devSecret),
    operatorToken: secret('OPERATOR_TOKEN', devOperator),
    production,
    demo: flag('DEMO', !production),
    country: oneOf('COUNTRY', ['any', 'cn', 'intl'], 'any'),
    addresses: { intl: address('INTL_URL', publicUrl), cn: address('CN_URL', publicUrl) },
    cloudStoreUrl: address('CLOUD_STORE_URL', ''),
    customerServicePhone: text('CUSTOMER_SERVICE_PHONE', ''),
    publicUrl,
    wechat: wechat.appId ? wechat : undefined,
    trustProxy: flag('TRUST_PROXY', false),
  };
  if (mistakes.length) throw new Error(`The settings need attention:\n  ${mistakes.join('\n  ')}`);
  return settings;
}
