import type { Country } from '../../contract/auth';
import type { Bank } from '../../contract/payout';
import type { Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { Locale } from '../kernel/messages';
import { bankName, banksFor, isBank } from './banks';

const hiddenBanks = async (run: Executor): Promise<Set<string>> =>
  new Set((await run.selectFrom('bank_hidden').select('code').execute()).map(({ code }) => code));

/** Whether a new account may be there. */
export async function isOffered(run: Executor, code: string): Promise<boolean> {
  if (!isBank(code)) return false;
  const hidden = await run
    .selectFrom('bank_hidden')
    .select('code')
    .where('code', '=', code)
    .executeTakeFirst();
  return !hidden;
}

/** Banks that a new account may be at, those of the country version first. */
export async function offeredBanks(run: Executor, country: Country, locale: Locale): Promise<Bank[]> {
  const hidden = await hiddenBanks(run);
  return banksFor(country, locale).filter(({ code }) => !hidden.has(code));
}

/** Every bank as the desk sees it. */
export async function listAllBanks(run: Executor) {
  const hidden = await hiddenBanks(run);
  return banksFor('cn', 'en').map(({ code, name }) => ({
    code,
    name,
    zh: bankName(code, 'zh'),
    offered: !hidden.has(code),
  }));
}

/** Offers a bank for new accounts, or no more. */
export async function offerBank(run: Executor, code: string, offered: boolean, now: number) {
  if (!isBank(code)) throw new DomainError('bankMissing');
  if (offered) await run.deleteFrom('bank_hidden').where('code', '=', code).execute();
  else
    await run
      .insertInto('bank_hidden')
      .values({ code, at: new Date(now) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return { code, offered };
}
