/**
 * Variables that say where something is sent to, or whom a provider is asked as; and the replicas of the database that was copied, which
 * have other data than the copy.
 */
const leaving =
  /^DATABASE_REPLICAS$|^(MAIL|TWILIO|TRON|MACHINES|SHORT_VIDEO|SHOP_API|WECHAT|ALIPAY|STRIPE|CARD|AI|MAP|TENCENT|FAPIAO|PARTNER_OTHER)_|^SMS_WEBHOOK_/;

type Env = Record<string, string | undefined>;

/** The environment of a copy without providers, so that sandboxes replace all of them. Pictures stay where they are. */
export const withoutProviders = (env: Env): Env =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !leaving.test(name)));
