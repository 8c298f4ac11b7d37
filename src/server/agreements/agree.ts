import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { EmbedFeature } from '../../contract/embed/features';
import type { Executor, Tx } from '../db/database';
import type { RequestContext } from '../kernel/context';
import type { AgreementTable } from './tables';
import { type AgreementText, connectionText, keepText, termsIn } from './texts';

type Agreeing = Pick<RequestContext, 'locale' | 'now' | 'appid'>;

/** Records that a member agreed to the user agreement, once for each text. */
export async function agreeToTerms(
  tx: Tx,
  member: string,
  how: AgreementTable['how'],
  { locale, now, appid }: Agreeing,
): Promise<void> {
  const terms = termsIn[locale];
  await keepText(tx, terms, now);
  await tx
    .insertInto('agreement')
    .values({
      ...agreement(member, terms, { now, appid }),
      how,
      partner: null,
      site: null,
      reference: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['member', 'text']).where(sql<boolean>`document = 'terms'`).doNothing(),
    )
    .execute();
}

const agreement = (
  member: string,
  { document, hash }: AgreementText,
  { now, appid }: Pick<Agreeing, 'now' | 'appid'>,
) => ({
  id: randomUUID(),
  member,
  document,
  text: hash,
  at: new Date(now),
  app: appid,
});

/** Records that a member agreed to connect the account to a partner, with the features that the partner's pages may show. */
export async function agreeToPartner(
  tx: Tx,
  member: string,
  partner: { id: string; name: string; site: string; reference: string; features: readonly EmbedFeature[] },
  { locale, now, appid }: Agreeing,
): Promise<void> {
  const { id, name, site, reference, features } = partner;
  const text = connectionText(locale, name, features);
  await keepText(tx, text, now);
  await tx
    .insertInto('agreement')
    .values({ ...agreement(member, text, { now, appid }), how: 'connect', partner: id, site, reference })
    .execute();
}

const newestOf = (run: Executor, member: string) =>
  run
    .selectFrom('agreement as a')
    .innerJoin('agreement_text as t', 't.hash', 'a.text')
    .select(['t.hash', 't.locale', 't.since'])
    .where('a.member', '=', member)
    .where('a.document', '=', 'terms')
    .orderBy('t.since', 'desc')
    .orderBy('a.at', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * The user agreement to which a member has to agree, in a language: the text has changed since the member agreed, or it is not known that
 * the member ever did. Undefined if nothing is due. The date decides, so that gateways of two versions do not take turns in asking.
 */
export async function dueTerms(
  run: Executor,
  member: string,
  { locale, now }: Pick<Agreeing, 'locale' | 'now'>,
): Promise<AgreementText | undefined> {
  const agreed = await newestOf(run, member);
  if (!agreed) return termsIn[locale];
  const current = termsIn[agreed.locale];
  if (current.hash === agreed.hash) return;
  await keepText(run, current, now);
  const kept = await run
    .selectFrom('agreement_text')
    .select('since')
    .where('hash', '=', current.hash)
    .executeTakeFirstOrThrow();
  return kept.since > agreed.since ? termsIn[locale] : undefined;
}
