import type * as calls from '../../contract/buying/orders';
import type * as rules from '../../contract/buying/orders.rules';
import { type PaymentMethod, paymentMethods } from '../../contract/buying/payment-methods';
import { type Texts, textIn } from '../../contract/wire/locale';
import type { Executor } from '../db/database';
import type { Handlers } from '../kernel/call-group';
import { DomainError } from '../kernel/domain-error';
import { byLocale, type Locale, type MessageName, translate } from '../kernel/messages';
import { methodName } from './method-names';

/** A code and its words: a message of the server, or words that are used elsewhere too. */
type Word = [value: string, words: MessageName | ((locale: Locale) => string)];

/** The codes of each dictionary with their words, in display order. */
const dictionaries = {
  orderState: [
    ['0', 'dict_orderState_0'],
    ['-3', 'dict_orderState_-3'],
    ['1', 'dict_orderState_1'],
    ['-1', 'dict_orderState_-1'],
  ],
  payWay: (Object.keys(paymentMethods) as PaymentMethod[]).map(
    (method): Word => [method, (locale) => methodName(locale, method)],
  ),
  category: [
    ['machines', 'dict_category_machines'],
    ['membership', 'dict_category_membership'],
    ['goods', 'dict_category_goods'],
  ],
  idType: [
    ['residentId', 'dict_idType_residentId'],
    ['passport', 'dict_idType_passport'],
  ],
  accountType: [
    ['bank', 'dict_accountType_bank'],
    ['abroad', 'dict_accountType_abroad'],
    ['alipay', 'dict_accountType_alipay'],
    ['usdt', 'dict_accountType_usdt'],
  ],
} satisfies Record<string, Word[]>;

type Dictionary = keyof typeof dictionaries;
export const dictionaryNames = Object.keys(dictionaries) as Dictionary[];
const isDictionary = (name: string): name is Dictionary => Object.keys(dictionaries).includes(name);

/** The values of a dictionary with their words in a language: those of the back office if it has set any, otherwise ours. */
async function wordsOf(run: Executor, dictionary: Dictionary) {
  const own = await run
    .selectFrom('dictionary_word')
    .select(['value', 'en', 'zh', 'texts'])
    .where('dictionary', '=', dictionary)
    .execute();
  return dictionaries[dictionary].map(([value, words]: Word) => {
    const given = own.find((one) => one.value === value);
    const texts = given && { ...JSON.parse(given.texts), en: given.en, zh: given.zh };
    const labelIn = (locale: Locale): string => {
      if (texts) return textIn(texts, locale);
      return typeof words === 'function' ? words(locale) : translate(locale, words);
    };
    return { value, labelIn };
  });
}

export const dictionaryHandlers: Pick<Handlers<typeof calls, typeof rules>, 'getDict'> = {
  getDict: async ({ dictCode }, { db, locale }) => ({
    items: (await wordsOf(db.run, dictCode)).map(({ value, labelIn }) => ({ value, label: labelIn(locale) })),
  }),
};

const dictionaryNamed = (name: string): Dictionary => {
  if (!isDictionary(name)) throw new DomainError('dictionaryMissing', { known: dictionaryNames.join(', ') });
  return name;
};

/** A dictionary as the back office sees it. */
export async function listWords(run: Executor, name: string) {
  return (await wordsOf(run, dictionaryNamed(name))).map(({ value, labelIn }) => ({
    value,
    ...byLocale(labelIn),
  }));
}

/** Sets the words of a dictionary's value. Refused for a value that it does not have. */
export async function setWords(
  run: Executor,
  name: string,
  value: string,
  words: Texts & { en: string; zh: string },
) {
  const dictionary = dictionaryNamed(name);
  if (!dictionaries[dictionary].some(([one]) => one === value))
    throw new DomainError('dictionaryMissing', {
      known: dictionaries[dictionary].map(([one]) => one).join(', '),
    });
  const columns = { en: words.en, zh: words.zh, texts: JSON.stringify(words) };
  await run
    .insertInto('dictionary_word')
    .values({ dictionary, value, ...columns })
    .onConflict((conflict) => conflict.columns(['dictionary', 'value']).doUpdateSet(columns))
    .execute();
  return { dictionary, value, ...words };
}
