import type { Reader } from './environment';

export const devSecret = 'dev-signing-secret';
export const devOperator = 'dev-operator-token';
/** What everybody can read here is no secret. */
const devSecrets = [devSecret, devOperator];

/** A secret, or what stands in for it in development. In production it has to be one that nobody can guess. */
export function readSecret(
  { text, mistakes }: Reader,
  production: boolean,
  name: string,
  dev: string,
): string {
  const value = text(name, dev);
  if (production && (devSecrets.includes(value) || value.length < 16 || new Set(value).size < 8))
    mistakes.push(`${name} must be set to a secret of its own, at least 16 characters, in production`);
  return value;
}

/**
 * Who may name the client in X-Forwarded-For: how many proxies stand in front of us, or their addresses. `true` believes
 * whatever is written there, so that every limit by address is void: not in production.
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

/** Whether a host is this machine: what goes there is on no network. */
export const isThisMachine = (host: string) =>
  /^(localhost|.*\.localhost|127\.[\d.]+|\[?::1\]?|)$/.test(host);

/** An https address is one that others reach. Without `NODE_ENV` the sandboxes and the secrets that everybody knows would be open to them. */
export function checkDevelopment({ mistakes }: Reader, publicUrl: string): void {
  if (publicUrl.startsWith('https://') && !isThisMachine(new URL(publicUrl).hostname))
    mistakes.push('PUBLIC_URL is an address that others reach: set NODE_ENV=production, also for TEST_MODE');
}

/** A database on another machine is reached over a network: whether that is encrypted, the operator decides, and nobody by forgetting. */
function checkDatabase({ text, mistakes }: Reader): void {
  const url = text('DATABASE_URL', '');
  if (!URL.canParse(url)) return;
  const { hostname, searchParams } = new URL(url);
  if (!isThisMachine(hostname) && !searchParams.has('host') && !searchParams.has('sslmode'))
    mistakes.push(
      'DATABASE_URL must say sslmode=verify-full, or sslmode=disable on a private network that you trust, in production',
    );
}

/** What production cannot start with. */
export function checkProduction(reader: Reader, publicUrl: string): void {
  const { text, flag, mistakes } = reader;
  checkDatabase(reader);
  if (text('SIGNING_SECRET', '') === text('OPERATOR_TOKEN', ''))
    mistakes.push('SIGNING_SECRET and OPERATOR_TOKEN must differ: every phone has the first');
  if (flag('DEMO', false)) mistakes.push('DEMO must be off in production: everybody knows its passwords');
  // a trial on one's own machine may say so
  const own = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(text('PUBLIC_URL', ''));
  if (!own && !publicUrl.startsWith('https://'))
    mistakes.push('PUBLIC_URL must be the https address that members see, in production');
}
