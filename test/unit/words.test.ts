import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { localeNames } from '../../src/server/kernel/messages';

type Table = { [key: string]: string | Table };
const flat = (table: Table, path: string): [key: string, words: string][] =>
  Object.entries(table).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}.${key}`, value]] : flat(value, `${path}.${key}`),
  );
/** Every message of a language; the gallery of development builds says what it likes. */
const messages = (locale: string) =>
  readdirSync(`i18n/${locale}`)
    .filter((file) => !/^(dev|help)\.json$/.test(file))
    .flatMap((file) =>
      flat(JSON.parse(readFileSync(`i18n/${locale}/${file}`, 'utf8')), file.replace('.json', '')),
    );

/** The gateway's help texts, which the AI chat answers with. */
const helps = (locale: string) =>
  (JSON.parse(readFileSync(`i18n/${locale}/help.json`, 'utf8')) as Record<string, string>[]).flatMap(
    ({ id, title = '', text = '' }): [key: string, words: string][] => [
      [`help.${id}.title`, title],
      [`help.${id}.text`, text],
    ],
  );

/** Messages and names that the specification quotes: they stay as they are, whatever the glossary says. */
const quoted = [
  'Your current login has expired, please log in again!',
  'The network is not strong, please try again later~',
  'Something went wrong~',
  'Order failed: {{why}}',
  'Order successful',
  'Payment canceled',
  'Payment failed',
  'Payment successful',
  'Repayment failed: {{why}}',
  'Please read and agree to the user agreement!',
  'Question cannot be empty',
  'You are currently not authorized. Do you want to authorize?',
  'No devices available yet!',
  'No devices available to pause at this time!',
  'Signing failed, please check and modify the correct identity information',
  'You have currently placed an order through Alipay, please go to My Orders to pay',
  'Insufficient payable balance!',
  'Username should be 3-18 digits or a combination of letters or numbers',
  'The passwords entered twice are inconsistent',
];
/** The dictionary of the gateway (`strdicItem/getDict`) and the words of the phone for the same codes. */
const dictionary: [code: string, word: string][] = [
  ['orderState_0', 'orders.states.waiting'],
  ['orderState_1', 'orders.states.paid'],
  ['orderState_-1', 'orders.states.failed'],
  ['orderState_-3', 'orders.states.confirming'],
];
const titles = [
  'Buy cloud device',
  'Cloud device orders',
  'Devices',
  'Offline remittance',
  'Acceleration list',
  'My package',
  'Package',
];

test('words that the specification quotes appear exactly', () => {
  const said = messages('en').map(([, words]) => words);
  assert.equal(
    quoted.filter((words) => !said.includes(words)),
    [],
  );
});

/** One word for one thing (docs/glossary.md): what must not stand for it, and what it is called. */
const notEnglish: [RegExp, string][] = [
  [/\bmachines?\b/i, 'cloud phone'],
  [/\bcloud devices?\b/i, 'cloud phone'],
  [/\bdevice orders?\b/i, 'cloud phone order'],
  [/\brepurchas/i, 'renew'],
  [/\brevoked?\b/i, 'cancel'],
  [/\bremitted\b/i, 'paid out'],
  [/\bin all\b|\bthat is all\b/i, 'total; no more'],
  [/\bgiven back\b/i, 'refunded'],
  [/\bout of time\b/i, 'expired'],
  [/\be-mail\b/i, 'email'],
  [/\brandom code\b/i, 'image code'],
  [/\bopening (bank|branch)\b/i, 'bank; branch'],
  [/\bturned down\b/i, 'rejected'],
  [/\bthere is no such\b/i, '… not found'],
  [/\bremittances?\b/i, 'bank transfer'],
  [/\brecharg/i, 'top up'],
  [/\bstore balance\b/i, 'shop balance'],
  [/\b(on|off) sale\b/i, 'listed; unlisted'],
  [/\bdeclarations?\b|\bdeclare an?\b/i, 'offline order; report'],
  [/\bwork orders?\b/i, 'support request'],
  [/\bmaterials\b|\bmaterial (library|list)\b/i, 'media'],
  [/\baccelerat/i, 'boost'],
  [/\bpackages?\b/i, 'plan'],
  [/\bgrab/i, 'collect'],
  [/\bha(s|ve) run out\b/i, 'expires'],
  [/}} d\b/, 'days'],
  [/\bcancelled|\bauthoris|\brecognis/i, 'American spelling'],
  [/\(s\)/, 'plural forms'],
  [/\.\.\./, '…'],
  [/ {2}/, 'one space'],
];
const notChinese: [RegExp, string][] = [
  [/云机|云设备/, '云手机'],
  [/机架/, '云手机矩阵'],
  [/复购|续订/, '续费'],
  [/你(?!们)/, '您'],
  [/登陆/, '登录'],
  [/其它/, '其他'],
  [/帐[号户]/, '账号、账户'],
  [/开户行/, '开户银行'],
  [/\.\.\./, '…'],
  [/ {2}/, 'one space'],
];
for (const [locale, rules] of [
  ['en', notEnglish],
  ['zh', notChinese],
] as const)
  test(`one thing has one name: ${locale}`, () => {
    const unquoted = helps(locale).map(([key, words]): [string, string] => [
      key,
      words.replace(/“.*?”/g, '“”'),
    ]);
    const wrong = [...messages(locale), ...unquoted].flatMap(([key, words]) =>
      quoted.includes(words) || titles.includes(words)
        ? []
        : rules
            .filter(([not]) => not.test(words))
            .map(([not, instead]) => `${key}: “${words}” has ${not}, say ${instead}`),
    );
    assert.equal(wrong, []);
  });

/** English texts whose “device” is a cloud phone: what the specification quotes or names, and the tab. */
const cloudPhones = [
  /^No devices available/,
  /cloud device/i,
  /^Devices$/,
  /^Back to devices$/,
  /^Device quantity$/,
];

test('a device is the member’s own phone in every language, and never a cloud phone in one of them', () => {
  const chinese = new Map(messages('zh'));
  const wrong = messages('en').filter(([key, words]) => {
    const isOwn = /\bdevices?\b/i.test(words) && !cloudPhones.some((other) => other.test(words));
    return isOwn !== /设备/.test(chinese.get(key) ?? '');
  });
  assert.equal(wrong, []);
});

test('the brand is Cloudphone in both languages, and what members buy is a cloud phone', () => {
  const chinese = new Map(messages('zh'));
  const brand = (words: string) => /Cloudphone/.test(words);
  const product = (words: string) => /\bcloud phones?\b|\bcloud devices?\b/i.test(words);
  const wrong = messages('en').filter(([key, words]) => {
    const said = chinese.get(key) ?? '';
    return (
      (brand(words) && !brand(said)) ||
      (/云手机/.test(said.replace('Cloudphone 云手机', '')) && brand(words) && !product(words))
    );
  });
  assert.equal(wrong, []);
});

for (const locale of localeNames)
  test(`quoted words in a help text are the words of a screen or a button: ${locale}`, () => {
    const said = new Set(messages(locale).map(([, words]) => words));
    const named = helps(locale).flatMap(([, words]) =>
      [...words.matchAll(/[“「](.*?)[”」]/g)].map(([, name]) => name),
    );
    assert.ok(named.length > 10);
    assert.equal(
      named.filter((name) => !said.has(name ?? '')),
      [],
    );
  });

test('no Chinese text says the same word twice in a row', () => {
  const twice = messages('zh').filter(([, words]) => /([\u4e00-\u9fff]{2,})\1/.test(words));
  assert.equal(twice, []);
});

test('the dictionary of the gateway and the phone have one word for one code', () => {
  for (const locale of localeNames) {
    const said = new Map(messages(locale));
    for (const [code, word] of dictionary)
      assert.is(said.get(`server.dict_${code}`), said.get(word) ?? 'nothing', `${locale} ${code}`);
  }
});

test('titles, labels and buttons are no sentences, and nothing but a quoted message shouts', () => {
  const wrong = messages('en').filter(
    ([key, words]) => !quoted.includes(words) && /[!~]$/.test(words) && !/nothingTo/.test(key),
  );
  assert.equal(wrong, []);
});

test('a label and its value stand in one message, because Chinese has a colon of its own', () => {
  const sources = (readdirSync('src/features', { recursive: true }) as string[]).filter((one) =>
    one.endsWith('.tsx'),
  );
  const joined = sources.flatMap((one) =>
    readFileSync(`src/features/${one}`, 'utf8')
      .split('\n')
      .filter((line) => /\bt\([^\n]*\)\}: /.test(line) && !/aria-label|label=\{`/.test(line))
      .map((line) => `${one}: ${line.trim()}`),
  );
  assert.equal(joined, []);
});

test.run();
