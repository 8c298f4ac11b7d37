import type { Reader } from './environment';

/** The partner console, and the encryption of partners' secrets. */
export interface PartnerConsoleSettings {
  /** Whether partners may sign up and sign in. */
  on: boolean;
  /** Keys that seal partners' secrets in the database: the current one, and the previous one. */
  sealedBy: string[];
  /** The other gateway, live or test, and the shared secret. Absent: there is none. */
  other: { url: string; secret: string } | undefined;
}

const devSeal = 'dev-partner-secrets-key';

/** `given`: PARTNERS names partners, whose secrets the database will store. */
export function readPartnerConsole(
  { flag, text, address, mistakes }: Reader,
  { production, testMode, given }: { production: boolean; testMode: boolean; given: boolean },
): PartnerConsoleSettings {
  const on = flag('PARTNER_CONSOLE', !production);
  const seal = text('PARTNER_SECRETS_KEY', production ? '' : devSeal);
  const before = text('PARTNER_SECRETS_KEY_BEFORE', '');
  const url = address('PARTNER_OTHER_URL', '');
  const secret = text('PARTNER_OTHER_SECRET', '');
  const needed = on || given || !!url;
  if (production && needed && (seal === devSeal || seal.length < 32 || new Set(seal).size < 8))
    mistakes.push(
      'PARTNER_SECRETS_KEY must be a secret of its own, at least 32 characters, in production with partners: it encrypts their keys',
    );
  if (!url !== !secret) mistakes.push('PARTNER_OTHER_URL and PARTNER_OTHER_SECRET go together');
  if (url && secret.length < 32) mistakes.push('PARTNER_OTHER_SECRET must have at least 32 characters');
  if (url && !url.startsWith('https:') && production && !/^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(url))
    mistakes.push('PARTNER_OTHER_URL must be an https address in production');
  if (on && testMode && url)
    mistakes.push(
      'PARTNER_CONSOLE must be off in TEST_MODE with PARTNER_OTHER_URL: the console is at the live gateway',
    );
  return { on, sealedBy: [seal, before].filter(Boolean), other: url ? { url, secret } : undefined };
}
