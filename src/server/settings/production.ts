import type { Reader } from './environment';

export const devSecret = 'dev-signing-secret';
export const devOperator = 'dev-operator-token';
const devSeal = 'dev-secrets-key';
/** Public defaults, which are not secret. */
const devSecrets = [devSecret, devOperator, devSeal];

/** Whether a secret is public, short, or repeats so few characters that it can be guessed. */
const isWeak = (value: string) => devSecrets.includes(value) || value.length < 16 || new Set(value).size < 8;

/** A secret, or its default in development. In production it must be one that nobody can guess. */
export function readSecret(
  { text, given, lack, mistakes }: Reader,
  production: boolean,
  name: string,
  dev: string,
): string {
  const value = text(name, dev);
  const wrong = `${name} must be set to a secret of its own, at least 16 characters, in production`;
  if (production && !given(name)) lack(name, wrong);
  else if (production && isWeak(value)) mistakes.push(wrong);
  return value;
}

/** Keys that encrypt secrets in the database: the current one, and the previous one. */
export function readSealing({ text, lack, mistakes }: Reader, production: boolean): [string, ...string[]] {
  const key = text('SECRETS_KEY', production ? '' : devSeal);
  const before = text('SECRETS_KEY_BEFORE', '');
  const wrong =
    'SECRETS_KEY must be set to a secret of its own, at least 32 characters, in production: it encrypts secrets in the database';
  if (!key) lack('SECRETS_KEY', wrong);
  else if (production && (isWeak(key) || key.length < 32)) mistakes.push(wrong);
  return before ? [key, before] : [key];
}

/**
 * The proxies whose X-Forwarded-For is trusted: their number, or their addresses. `true` trusts any value, which would defeat every limit
 * by address, so production refuses it.
 */
export function readProxies(
  { text, list, mistakes }: Reader,
  production: boolean,
): boolean | number | string[] {
  const value = text('TRUST_PROXY', 'off');
  if (/^(off|no|false|0)$/i.test(value)) return false;
  if (/^\d$/.test(value)) return Number(value);
  if (!/^(on|yes|true)$/i.test(value)) return list('TRUST_PROXY');
  if (production)
    mistakes.push('TRUST_PROXY must be how many proxies there are, or their addresses, in production');
  return true;
}

/** Whether a host is this machine, so that requests to it use no network. */
export const isThisMachine = (host: string) =>
  /^(localhost|.*\.localhost|127\.[\d.]+|\[?::1\]?|)$/.test(host);

/** An https address is reachable for others. Without `NODE_ENV=production` the sandboxes and the public secrets would be open to them. */
export function checkDevelopment({ mistakes }: Reader, publicUrl: string): void {
  if (publicUrl.startsWith('https://') && !isThisMachine(new URL(publicUrl).hostname))
    mistakes.push('PUBLIC_URL is an address that others reach: set NODE_ENV=production, also for TEST_MODE');
}

/** A database on another machine is reached over a network: the operator must state explicitly whether the connection is encrypted. */
function checkDatabase({ text, list, mistakes }: Reader): void {
  const isOpen = (url: string) => {
    if (!URL.canParse(url)) return false;
    const { hostname, searchParams } = new URL(url);
    return !isThisMachine(hostname) && !searchParams.has('host') && !searchParams.has('sslmode');
  };
  const addresses = {
    DATABASE_URL: [text('DATABASE_URL', '')],
    DATABASE_REPLICAS: list('DATABASE_REPLICAS'),
  };
  for (const [name, urls] of Object.entries(addresses))
    if (urls.some(isOpen))
      mistakes.push(
        `${name} must say sslmode=verify-full, or sslmode=disable on a private network that you trust, in production`,
      );
}

/** Refuses settings with which production must not start. */
export function checkProduction(reader: Reader, publicUrl: string): void {
  const { text, given, lack, flag, mistakes } = reader;
  checkDatabase(reader);
  if (given('SIGNING_SECRET') && given('SIGNING_SECRET') === given('OPERATOR_TOKEN'))
    mistakes.push('SIGNING_SECRET and OPERATOR_TOKEN must differ: every phone has the first');
  const before = text('SIGNING_SECRET_BEFORE', '');
  if (before && isWeak(before))
    mistakes.push('SIGNING_SECRET_BEFORE must be a secret of its own as well: it is still accepted');
  if (flag('DEMO', false)) mistakes.push('DEMO must be off in production: everybody knows its passwords');
  // a trial on one's own machine may declare itself
  const own = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(text('PUBLIC_URL', ''));
  const wrong = 'PUBLIC_URL must be the https address that members see, in production';
  if (!given('PUBLIC_URL')) lack('PUBLIC_URL', wrong);
  else if (!own && !publicUrl.startsWith('https://')) mistakes.push(wrong);
}
