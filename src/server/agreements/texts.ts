import type agreementMessages from '../../../i18n/en/agreement.json';
import type safetyMessages from '../../../i18n/en/safety.json';
import type { EmbedFeature } from '../../contract/embed/features';
import { termsSections } from '../../contract/member/privacy';
import type { Executor } from '../db/database';
import { byLocale, fill, type Locale, localeNames } from '../kernel/messages';
import { sha256 } from '../kernel/sha256';
import type { AgreementDocument } from './tables';

const agreementWords = byLocale((locale): typeof agreementMessages =>
  require(`../../../i18n/${locale}/agreement.json`),
);
const safetyWords = byLocale((locale): typeof safetyMessages =>
  require(`../../../i18n/${locale}/safety.json`),
);

/** A text as the member reads it before agreeing. */
export interface AgreementText {
  document: AgreementDocument;
  locale: Locale;
  title: string;
  paragraphs: string[];
  hash: string;
}

const textOf = (about: Omit<AgreementText, 'hash'>): AgreementText => ({
  ...about,
  hash: sha256(JSON.stringify([about.title, ...about.paragraphs])),
});

/** The user agreement of this version of the gateway: the same words as on its screen. */
export const termsIn = byLocale((locale): AgreementText => {
  const { title, intro, titles, texts } = agreementWords[locale];
  const sections = termsSections.flatMap((name, at) => [`${at + 1}. ${titles[name]}`, texts[name]]);
  return textOf({ document: 'terms', locale, title, paragraphs: [intro, ...sections] });
});

/** The words of the page on which a member connects the account to a partner, with the features that the member allows. */
export function connectionText(
  locale: Locale,
  name: string,
  features: readonly EmbedFeature[],
): AgreementText {
  const { title, reads, never, end, features: words } = safetyWords[locale].connect;
  return textOf({
    document: 'partner',
    locale,
    title: fill(title, { name }),
    paragraphs: [reads, ...features.map((one) => words[one]), never, end],
  });
}

/** Keeps a text, so that it can be read as long as anybody has agreed to it. */
export async function keepText(
  run: Executor,
  { document, locale, title, paragraphs, hash }: AgreementText,
  now: number,
): Promise<void> {
  await run
    .insertInto('agreement_text')
    .values({ hash, document, locale, title, text: JSON.stringify(paragraphs), since: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Keeps the user agreement of this version in every language. */
export async function keepTerms(run: Executor, now: number): Promise<void> {
  for (const locale of localeNames) await keepText(run, termsIn[locale], now);
}
