import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { locales } from '../../../src/contract/wire/locale';
import { createI18n, type LoadMessages, type MessageKey } from '../../../src/core/text/i18n';

const words: Record<string, Record<string, object>> = {
  en: {
    orders: {
      page: 'Page {{count}} of {{all}}',
      points: { one: '1 point', other: '{{count}} points' },
      rack: {
        one: '{{online}} of 1 cloud phone online',
        other: '{{online}} of {{total}} cloud phones online',
      },
    },
  },
  zh: {
    orders: { page: '第 {{count}} 页', points: '{{count}} 积分', rack: '共 {{total}} 台，{{online}} 台在线' },
  },
};
const load: LoadMessages = async (locale, bundle) => words[locale]![bundle]!;
async function say(locale: 'en' | 'zh', ...bundles: string[]) {
  const i18n = createI18n(locales, locale, load);
  for (const bundle of bundles) await i18n.ready(bundle as 'orders');
  return (key: string, values?: Record<string, string | number>) => i18n.t(key as MessageKey, values);
}

test('a message is found by its key, in the language, with its blanks filled', async () => {
  const en = await say('en', 'orders');
  assert.is(en('orders.page', { count: 0, all: 3 }), 'Page 0 of 3');
  assert.is(en('orders.none'), '');
  assert.is(en('nowhere.at.all'), '');
  assert.is((await say('zh', 'orders'))('orders.page', { count: 2 }), '第 2 页');
});

test('the messages of the first screen are there before its bundles, and change with the language', async () => {
  const asked: string[] = [];
  const i18n = createI18n(locales, 'en', (locale, bundle) => {
    asked.push(`${locale} ${bundle}`);
    return load(locale, bundle);
  });
  const page = (count: number) => i18n.t('orders.page' as MessageKey, { count, all: 3 });
  i18n.begin('en', { orders: { page: 'First {{count}}' } });
  assert.ok(i18n.has('orders'));
  assert.is(page(1), 'First 1');
  assert.is(i18n.t('orders.points' as MessageKey, { count: 1 }), '');
  assert.equal(asked, []);
  await i18n.ready('orders');
  assert.is(page(1), 'Page 1 of 3');
  await i18n.ready('orders');
  assert.equal(asked, ['en orders'], 'a bundle is loaded once');
  i18n.begin('en', { orders: { page: 'First {{count}}' } });
  assert.is(page(1), 'Page 1 of 3');

  const begun = createI18n(locales, 'en', load);
  begun.begin('en', { orders: { page: 'First {{count}}' } });
  await begun.use('zh');
  assert.is(begun.t('orders.page' as MessageKey, { count: 2 }), '第 2 页');
});

test('one is singular, and any other number is plural, also with a thousands separator', async () => {
  const en = await say('en', 'orders');
  assert.is(en('orders.points', { count: 1 }), '1 point');
  assert.is(en('orders.points', { count: 0 }), '0 points');
  assert.is(en('orders.points', { count: '1,234' }), '1,234 points');
  assert.is(en('orders.rack', { online: 0, total: 1 }), '0 of 1 cloud phone online');
  assert.is(en('orders.rack', { online: 1, total: 20 }), '1 of 20 cloud phones online');
  assert.is((await say('zh', 'orders'))('orders.points', { count: 1 }), '1 积分');
});

test('a language with more than two forms uses the rules of the engine', () => {
  const i18n = createI18n(locales, 'en', async () => ({}));
  const forms = { zero: 'none', one: 'one', two: 'a pair', other: 'many' };
  i18n.begin('en', { orders: { points: forms } });
  const said = [0, 1, 2].map((count) => i18n.t('orders.points' as MessageKey, { count }));
  assert.equal(said, ['many', 'one', 'many'], 'English has no forms for zero and two');
});

test('a phone that knows no plural rules tells one from many all the same', async () => {
  const { PluralRules } = Intl;
  Object.assign(Intl, { PluralRules: undefined });
  try {
    const en = await say('en', 'orders');
    assert.is(en('orders.points', { count: 1 }), '1 point');
    assert.is(en('orders.points', { count: 21 }), '21 points');
  } finally {
    Object.assign(Intl, { PluralRules });
  }
});

test.run();
