import type { Reader } from './environment';

/** The partner console. */
export interface PartnerConsoleSettings {
  /** Whether partners may sign up and sign in. */
  on: boolean;
  /** The other gateway, live or test, and the shared secret. Absent: there is none. */
  other: { url: string; secret: string } | undefined;
}

export function readPartnerConsole(
  { flag, text, address, mistakes }: Reader,
  { production, testMode }: { production: boolean; testMode: boolean },
): PartnerConsoleSettings {
  const on = flag('PARTNER_CONSOLE', !production);
  const url = address('PARTNER_OTHER_URL', '');
  const secret = text('PARTNER_OTHER_SECRET', '');
  if (!url !== !secret) mistakes.push('PARTNER_OTHER_URL and PARTNER_OTHER_SECRET go together');
  if (url && secret.length < 32) mistakes.push('PARTNER_OTHER_SECRET must have at least 32 characters');
  if (url && !url.startsWith('https:') && production && !/^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(url))
    mistakes.push('PARTNER_OTHER_URL must be an https address in production');
  if (on && testMode && url)
    mistakes.push(
      'PARTNER_CONSOLE must be off in TEST_MODE with PARTNER_OTHER_URL: the console is at the live gateway',
    );
  return { on, other: url ? { url, secret } : undefined };
}
