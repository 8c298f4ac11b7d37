import type { Figure } from '../../contract/embed/embed';
import { balance } from '../../contract/member/auth';
import { exchange } from '../../contract/money/points';
import { yuan } from '../../contract/wire/yuan';
import { walletWords } from '../documents/words';
import type { Locale } from '../kernel/messages';

type Account = keyof (typeof walletWords)['en']['kinds'];

const integer = (count: number) => count.toLocaleString('en-US');

/** The balances in the answers of a first screen, by the path of the call: the field, its account, and how it is written. */
const balances: Record<string, readonly (readonly [string, Account, (value: number) => string])[]> = {
  [balance.path]: [
    ['balance', 'balance', yuan],
    ['storeBalance', 'store', yuan],
    ['frozen', 'frozen', yuan],
  ],
  [exchange.path]: [
    ['points', 'points', integer],
    ['cloudBeans', 'cloudBeans', integer],
  ],
};

/**
 * The balances in an answer as the member reads them. The loader shows them while the code of the screen is still on its way. Undefined
 * if the answer has none.
 */
export function figuresOf(path: string, body: object, locale: Locale): Figure[] | undefined {
  const values = body as Record<string, unknown>;
  const all = (balances[path] ?? []).flatMap(([field, account, write]): Figure[] => {
    const value = values[field];
    return typeof value === 'number' ? [[walletWords[locale].kinds[account], write(value)]] : [];
  });
  return all.length ? all : undefined;
}
