import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Locale, localeOf, locales } from '../../../src/contract/wire/locale';

test('the language is the browser’s, in any notation, and English where there is none of it', () => {
  const served: [asked: string | undefined, Locale][] = [
    ['zh-CN', 'zh'],
    ['zh', 'zh'],
    ['zh_CN', 'zh'],
    ['zh-Hans-HK', 'zh'],
    ['en-GB', 'en'],
    ['fr', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ];
  assert.equal(
    served.map(([asked]) => [asked, localeOf(asked)]),
    served,
  );
});

test('each language serves its own tag and what it asks the gateway for', () => {
  for (const [locale, { header }] of Object.entries(locales)) {
    assert.is(localeOf(locale), locale);
    assert.is(localeOf(header), locale);
  }
});

test.run();
