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

/** What production cannot start with. */
export function checkProduction({ text, flag, mistakes }: Reader, publicUrl: string): void {
  if (text('SIGNING_SECRET', '') === text('OPERATOR_TOKEN', ''))
    mistakes.push('SIGNING_SECRET and OPERATOR_TOKEN must differ: every phone has the first');
  if (flag('DEMO', false)) mistakes.push('DEMO must be off in production: everybody knows its passwords');
  // a trial on one's own machine may say so
  const own = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(text('PUBLIC_URL', ''));
  if (!own && !publicUrl.startsWith('https://'))
    mistakes.push('PUBLIC_URL must be the https address that members see, in production');
}
