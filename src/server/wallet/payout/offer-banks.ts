import type { Bank } from '../../../contract/money/payout';
import type { Texts } from '../../../contract/wire/locale';
import type { Executor } from '../../db/database';
import { DomainError } from '../../kernel/domain-error';
import type { Locale } from '../../kernel/messages';
import { allKnownBanks, bankName, bankNames, codeOfAdded, isBank } from './banks';

const codesIn = async (run: Executor, table: 'bank_hidden' | 'bank_added'): Promise<string[]> =>
  (await run.selectFrom(table).select('code').orderBy('at').orderBy('code').execute()).map(
    ({ code }) => code,
  );

const has = async (run: Executor, table: 'bank_hidden' | 'bank_added', code: string): Promise<boolean> =>
  !!(await run.selectFrom(table).select('code').where('code', '=', code).executeTakeFirst());

const isKnown = async (run: Executor, code: string) => isBank(code) || (await has(run, 'bank_added', code));

/** Whether a new account may use the bank. */
export const isOffered = async (run: Executor, code: string): Promise<boolean> =>
  (await isKnown(run, code)) && !(await has(run, 'bank_hidden', code));

/** Every bank, mainland banks first and those added by the back office last. */
const allBanks = async (run: Executor, locale: Locale): Promise<Bank[]> => [
  ...allKnownBanks(locale),
  ...(await codesIn(run, 'bank_added')).map((code) => ({ code, name: bankName(code, locale) })),
];

/** Banks for new accounts, in the order of `allBanks`. */
export async function offeredBanks(run: Executor, locale: Locale): Promise<Bank[]> {
  const hidden = await codesIn(run, 'bank_hidden');
  return (await allBanks(run, locale)).filter(({ code }) => !hidden.includes(code));
}

/** A bank's names in languages other than English. */
const otherNames = (code: string): Texts => {
  const { en: _, ...others } = bankNames(code);
  return others;
};

/** Every bank as the back office sees it. */
export async function listAllBanks(run: Executor) {
  const hidden = await codesIn(run, 'bank_hidden');
  return (await allBanks(run, 'en')).map(({ code, name }) => ({
    code,
    name,
    ...otherNames(code),
    offered: !hidden.includes(code),
  }));
}

/** Adds a bank that is not in the list; its names cannot change, because accounts store them. */
export async function addBank(run: Executor, { en, zh }: { en: string; zh: string }, now: number) {
  const banks = await allBanks(run, 'en');
  const taken = banks.find(({ code, name }) => name === en || bankName(code, 'zh') === zh);
  if (taken) throw new DomainError('bankTaken', { code: taken.code });
  const code = codeOfAdded(en, zh);
  await run
    .insertInto('bank_added')
    .values({ code, at: new Date(now) })
    .execute();
  return { code, offered: true };
}

/** Offers a bank for new accounts, or stops offering it. */
export async function offerBank(run: Executor, code: string, offered: boolean, now: number) {
  if (!(await isKnown(run, code))) throw new DomainError('bankMissing');
  if (offered) await run.deleteFrom('bank_hidden').where('code', '=', code).execute();
  else
    await run
      .insertInto('bank_hidden')
      .values({ code, at: new Date(now) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return { code, offered };
}
