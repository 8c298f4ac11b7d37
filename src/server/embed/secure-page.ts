import { escapeHtml } from '../kernel/html';
import { type MessageName, translate } from '../kernel/messages';
import type { ChallengeDescription } from './describe-challenge';
import { type Look, rulesOf } from './look';

/** The configuration that the script of the secure document reads (`src/secure/main.ts`). */
export interface SecureConfig {
  id: string;
  /** The only page with which it communicates. */
  opener: string;
  /** The challenge is already confirmed. */
  done?: true;
  /** Milliseconds. */
  expiresIn: number;
  /** The address to which a page of its own returns. */
  back?: string;
  words: Record<'covered' | 'lost' | 'done' | 'expired' | 'cancelled', string>;
}

interface Parts {
  look: Look;
  config?: SecureConfig;
  /** The prepared call; absent if there is nothing to confirm. */
  description?: ChallengeDescription;
  site?: { name: string; origin: string };
  /** The document asks for the payment password instead of the sign-in password or a code. */
  asksPay?: boolean;
  /** Masked; absent if the member has no contact for a code. */
  contact?: string | undefined;
  /** A text instead of the form. */
  note?: string;
}

/** The messages that the script shows. */
export const wordsOf = (locale: Look['locale']): SecureConfig['words'] => ({
  covered: translate(locale, 'secureCovered'),
  lost: translate(locale, 'secureLost'),
  done: translate(locale, 'secureDone'),
  expired: translate(locale, 'challengeEnded'),
  cancelled: translate(locale, 'secureCancelled'),
});

/** The style sheet with the colours and the radius that the page chose. */
export const sheetOf = (sheet: string, look: Look) => `${sheet}${rulesOf(look)}`;

/**
 * The secure document: the action, the member, and a form for the proof. It has two steps, and their buttons are never in the
 * same place.
 */
export function securePage(files: { script: string; sheet: string }, parts: Parts): string {
  const { look, config, description, site, note } = parts;
  const word = (name: MessageName, values = {}) => escapeHtml(translate(look.locale, name, values));
  const title = description ? escapeHtml(description.title) : word('secureTitle');
  const meta = config ? `<meta name="cloudphone" content="${escapeHtml(JSON.stringify(config))}">` : '';
  const asks =
    site &&
    `<p class="site"><b>${escapeHtml(site.name)}</b> <span>${escapeHtml(site.origin)}</span><br>${word('secureAsks')}</p>`;
  const lines = description?.lines
    .map(([label, value]) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`)
    .join('');
  const scheme = look.scheme ?? 'auto';
  return (
    `<!doctype html><html lang="${look.locale}" data-scheme="${scheme}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">' +
    `<meta name="robots" content="noindex"><title>${title}</title>${meta}` +
    `<style>${sheetOf(files.sheet, look)}</style></head><body><main>` +
    `<p class="brand">Cloudphone</p><h1>${title}</h1>${asks ?? ''}` +
    (lines ? `<dl>${lines}</dl>` : '') +
    (description ? forms(description, parts, word) : '') +
    `<p role="alert">${note ? escapeHtml(note) : ''}</p><p role="status"></p>` +
    `</main>${config ? `<script>${files.script}</script>` : ''}</body></html>`
  );
}

function forms(
  { button, number }: ChallengeDescription,
  { contact, asksPay }: Parts,
  word: (name: MessageName, values?: object) => string,
): string {
  const typed =
    number &&
    `<label>${escapeHtml(number.label)}<input id="number" autocomplete="off" autocapitalize="off" spellcheck="false"` +
      ` maxlength="200"${number.needed ? ' required' : ''}></label>` +
      (number.current ? `<p class="hint">${escapeHtml(number.current)}</p>` : '');
  // The message about a field appears below it and is announced by screen readers. Its element exists from the start.
  const problem = '<p role="alert"></p>';
  const code = contact &&
    !asksPay && {
      field:
        `<label id="by-code" hidden>${word('secureCode')}<input id="code" name="code" inputmode="numeric"` +
        ` autocomplete="one-time-code" maxlength="6"></label>`,
      send: `<button type="button" id="send" class="plain">${word('secureSend', { to: contact })}</button>`,
    };
  return (
    `<form id="first">${typed ?? ''}${problem}<div class="acts"><button>${word('secureContinue')}</button>` +
    `<button type="button" class="plain cancel">${word('secureCancel')}</button></div></form>` +
    `<form id="second" hidden><label id="by-password">${word(asksPay ? 'securePayPassword' : 'securePassword')}` +
    (asksPay
      ? '<input id="password" data-pay type="password" inputmode="numeric" autocomplete="off" maxlength="6"></label>'
      : '<input id="password" name="password" type="password" autocomplete="current-password" maxlength="200"></label>') +
    `${code ? code.field : ''}${problem}<p role="status"></p>${code ? code.send : ''}<div class="acts">` +
    `<button id="confirm" disabled>${escapeHtml(button)}</button>` +
    `<button type="button" class="plain cancel">${word('secureCancel')}</button></div></form>`
  );
}
