import type * as calls from '../../contract/member/privacy';
import type { Agreement } from '../../contract/member/privacy';
import type * as rules from '../../contract/member/privacy.rules';
import { agreeToTerms, dueTerms } from '../agreements/agree';
import { agreementRows } from '../agreements/list-agreements';
import { keepTerms, termsIn } from '../agreements/texts';
import { dayFor } from '../auth/time-zone';
import type { Db, Executor } from '../db/database';
import type { Schedule } from '../jobs/worker';
import type { Handlers } from '../kernel/call-group';
import { dayOf } from '../kernel/dates';
import { DomainError } from '../kernel/domain-error';
import { type Locale, localeNames } from '../kernel/messages';
import { notifyMember } from '../notices/notify-member';

/** Contracts that a member has signed, which have a screen of their own. */
const contractRows = (run: Executor, member: string) =>
  run
    .selectFrom('signature')
    .select(['order_no', 'title', 'hash', 'signed_at'])
    .where('member', '=', member)
    .orderBy('signed_at', 'desc')
    .orderBy('order_no')
    .execute();

export const agreementHandlers: Pick<
  Handlers<typeof calls, typeof rules>,
  'listAgreements' | 'agreementText' | 'agreeToTerms'
> = {
  async listAgreements(_, ctx) {
    const { db, member } = ctx;
    const agreed = (await agreementRows(db.run, member)).map(
      ({ document, title, at, how, locale, since, hash, site }): Agreement => ({
        document,
        title,
        at: at.toISOString(),
        version: dayOf(since.getTime()),
        hash,
        locale,
        how,
        ...(site && { site }),
      }),
    );
    const signed = (await contractRows(db.run, member)).map(
      ({ order_no, title, hash, signed_at }): Agreement => ({
        document: 'contract',
        title,
        at: signed_at.toISOString(),
        version: dayOf(signed_at.getTime()),
        hash,
        how: 'signature',
        orderNo: order_no,
      }),
    );
    const due = await dueTerms(db.run, member, ctx);
    const items = [...agreed, ...signed].sort((a, b) => (a.at < b.at ? 1 : -1));
    return { items, ...(due && { due: { hash: due.hash, title: due.title, text: due.paragraphs } }) };
  },

  async agreementText({ hash }, { db, member }) {
    const found = (await agreementRows(db.run, member)).find((one) => one.hash === hash);
    if (!found) throw new DomainError('agreementMissing');
    return { title: found.title, text: JSON.parse(found.text), locale: found.locale };
  },

  async agreeToTerms({ hash }, ctx) {
    // what the member has read is what is agreed to
    if (hash !== termsIn[ctx.locale].hash) throw new DomainError('agreementChanged');
    await ctx.db.tx((tx) => agreeToTerms(tx, ctx.member, 'settings', ctx));
    return {};
  },
};

const batch = 200;

/** Members who agreed to an earlier text of a language than the present one, and were not told yet. */
const toAsk = (run: Executor, hash: string, locale: Locale, since: Date) =>
  run
    .selectFrom('agreement as a')
    .innerJoin('agreement_text as t', 't.hash', 'a.text')
    .innerJoin('member as m', 'm.id', 'a.member')
    .select(['a.member'])
    .select(({ fn }) => fn.max<Date>('t.since').as('newest'))
    .where('a.document', '=', 'terms')
    .where('t.locale', '=', locale)
    .where('m.erased_at', 'is', null)
    .where('a.member', 'not in', (is) =>
      is.selectFrom('agreement_reminder').select('member').where('text', '=', hash),
    )
    .groupBy('a.member')
    .having(({ fn }) => fn.max('t.since'), '<', since)
    .limit(batch)
    .execute();

async function askAgain(db: Db, now: number): Promise<void> {
  await keepTerms(db.run, now);
  for (const locale of localeNames) {
    const { hash } = termsIn[locale];
    const { since } = await db.run
      .selectFrom('agreement_text')
      .select('since')
      .where('hash', '=', hash)
      .executeTakeFirstOrThrow();
    for (const { member } of await toAsk(db.run, hash, locale, since))
      await db.tx(async (tx) => {
        const asked = await tx
          .insertInto('agreement_reminder')
          .values({ member, text: hash, at: new Date(now) })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (!asked.numInsertedOrUpdatedRows || !(await dueTerms(tx, member, { locale, now }))) return;
        const values = { date: await dayFor(tx, member, since) };
        await notifyMember(tx, member, { kind: 'termsChanged', values, link: 'pages/mine/agreements' }, now);
      });
  }
}

/** Keeps new texts with their date, and asks the members who agreed to an earlier one, in batches. */
export const askingAgain: Schedule = { name: 'agreements', every: 600_000, run: askAgain };
