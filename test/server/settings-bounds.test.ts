import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { missingYear } from '../../src/server/settings/holidays';
import { InvalidSettings, readSettings, type Settings } from '../../src/server/settings/settings';
import { production } from './support/production';

type Env = Record<string, string>;
const minute = 60_000;
const hour = 60 * minute;

/** The mistakes that a gateway with these settings reports; empty if it starts. */
const mistakes = (env: Env): string[] => {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    if (error instanceof InvalidSettings) return [...error.mistakes];
    throw error;
  }
};

/** Every setting that is a number: what it is when nobody says so, its bounds, and what a value of it comes to. */
const numbers: [
  name: string,
  otherwise: unknown,
  least: number,
  most: number,
  (the: Settings) => unknown,
  unit?: number,
][] = [
  ['PORT', 8080, 0, 65_535, ({ port }) => port],
  ['PARTNER_PORT', 8081, 0, 65_535, ({ partnerPort }) => partnerPort],
  ['DATABASE_POOL', 16, 2, 200, ({ database }) => database.pool],
  ['DRAIN_SECONDS', 0, 0, 120, ({ drain }) => drain, 1000],
  ['MEMBERSHIP_DISCOUNT', 5, 0, 90, ({ membershipDiscount }) => membershipDiscount],
  ['ORDER_MINUTES', 30 * minute, 1, 10_080, ({ orderTtl }) => orderTtl, minute],
  ['REMITTANCE_HOURS', 72 * hour, 1, 720, ({ remittanceTtl }) => remittanceTtl, hour],
  ['USDT_RATE', 7_20, 1, 100_000, ({ usdtRate }) => usdtRate],
  ['WITHDRAW_FEE_PERMILLE', 6, 0, 500, ({ withdrawal }) => withdrawal.feePermille],
  ['WITHDRAW_FEE_MIN', 1_00, 0, 49_00, ({ withdrawal }) => withdrawal.feeMin],
  ['PAY_PASSWORD_FROM', 0, 0, 100_000_000, ({ payPasswordFrom }) => payPasswordFrom],
  ['PAYOUT_REPORT_FROM', 50_000_00, 1, 1_000_000_000, ({ payoutLimits }) => payoutLimits.reportFrom],
  ['PAYOUT_REST_HOURS', 24 * hour, 0, 720, ({ payoutCoolingOff }) => payoutCoolingOff, hour],
  ['SHOP_FEE_PERMILLE', 50, 0, 500, ({ sales }) => sales.feePermille],
  ['SHOP_HOLD_HOURS', 168 * hour, 0, 8760, ({ sales }) => sales.holdTime, hour],
  ['AI_PER_HOUR', 60, 1, 10_000, ({ aiPerHour }) => aiPerHour],
];

for (const [name, otherwise, least, most, read, unit = 1] of numbers)
  test(`${name} is a whole number within its bounds`, () => {
    assert.is(read(readSettings({})), otherwise);
    assert.is(read(readSettings({ [name]: ' ' })), otherwise, 'an empty variable is one that is not set');
    assert.is(read(readSettings({ [name]: `${least}` })), least * unit);
    assert.is(read(readSettings({ [name]: `${most}` })), most * unit);
    for (const wrong of [`${least - 1}`, `${most + 1}`, `${least}.5`, 'many'])
      assert.match(mistakes({ [name]: wrong }).join(), `${name} must be a`, wrong);
  });

const merchant = (length: number): Env => ({
  WECHAT_APP_ID: 'a',
  WECHAT_APP_SECRET: 's',
  WECHAT_PAY_MCH_ID: '1',
  WECHAT_PAY_SERIAL: '2',
  WECHAT_PAY_PRIVATE_KEY: 'k',
  WECHAT_PAY_API_V3_KEY: 'x'.repeat(length),
});

/** Settings that depend on each other, exclude each other or have a format, with the reported mistake, if any. */
const pairs: [env: Env, said: string | undefined][] = [
  [{ COUNTRY: 'cn' }, undefined],
  [{ COUNTRY: 'fr' }, 'COUNTRY must be one of'],
  [{ DEMO: 'maybe' }, 'DEMO must be one of'],
  [{ SERVICES_URL: 'cloud.example' }, 'SERVICES_URL must be an http or https address'],
  [{ PUBLIC_URL: 'http://cloud.example/' }, undefined],
  [{ MAIL_SMTP_URL: 'smtps://a' }, 'MAIL_SMTP_URL, MAIL_FROM go together'],
  [{ MAIL_SMTP_URL: 'smtps://a', MAIL_FROM: 'a' }, undefined],
  [{ MAIL_SMTP_URL: 'http://a', MAIL_FROM: 'a' }, 'MAIL_SMTP_URL must be an smtp or smtps address'],
  [{ MAIL: 'off' }, undefined],
  [{ MAIL: 'on' }, 'MAIL must be one of off'],
  [{ MAIL: 'off', MAIL_SMTP_URL: 'smtp://a', MAIL_FROM: 'a' }, 'MAIL=off and MAIL_SMTP_URL exclude'],
  [{ SMS: 'off' }, undefined],
  [{ MAIL: 'off', SMS: 'off' }, 'together would let nobody register'],
  [{ SMS_WEBHOOK_URL: 'http://a', SMS_WEBHOOK_SECRET: 's' }, undefined],
  [{ SMS_WEBHOOK_URL: 'http://a' }, 'go together'],
  [{ SMS: 'off', SMS_WEBHOOK_URL: 'http://a', SMS_WEBHOOK_SECRET: 's' }, 'SMS=off excludes'],
  [{ TWILIO_ACCOUNT_SID: 'a', TWILIO_AUTH_TOKEN: 't', TWILIO_FROM: 'f' }, undefined],
  [{ SMS: 'off', TWILIO_ACCOUNT_SID: 'a', TWILIO_AUTH_TOKEN: 't', TWILIO_FROM: 'f' }, 'SMS=off excludes'],
  [
    {
      SMS_WEBHOOK_URL: 'http://a',
      SMS_WEBHOOK_SECRET: 's',
      TWILIO_ACCOUNT_SID: 'a',
      TWILIO_AUTH_TOKEN: 't',
      TWILIO_FROM: 'f',
    },
    'SMS_WEBHOOK_URL and TWILIO_ACCOUNT_SID exclude each other',
  ],
  [{ CARD_PAGE_URL: 'https://a', CARD_SECRET: 's' }, undefined],
  [{ CARD_PAGE_URL: 'https://a' }, 'CARD_PAGE_URL, CARD_SECRET go together'],
  [
    { CARD_PAGE_URL: 'https://a', CARD_SECRET: 's', STRIPE_SECRET_KEY: 'k', STRIPE_WEBHOOK_SECRET: 'w' },
    'STRIPE_SECRET_KEY and CARD_PAGE_URL exclude each other',
  ],
  [{ WAYS_CN: 'card,balance' }, undefined],
  [{ WAYS_CN: 'card,gold' }, 'WAYS_CN: there is no way of paying called gold'],
  [{ WECHAT_PAY: 'off' }, undefined],
  [{ WECHAT_PAY: 'on' }, 'WECHAT_PAY must be one of off'],
  [merchant(32), undefined],
  [merchant(31), 'WECHAT_PAY_API_V3_KEY must have 32 characters'],
  [{ ...merchant(32), WECHAT_APP_ID: '', WECHAT_APP_SECRET: '' }, 'WECHAT_PAY_MCH_ID needs WECHAT_APP_ID'],
  [{ WECHAT_APP_ID: 'a' }, 'WECHAT_APP_ID and WECHAT_APP_SECRET go together'],
  [{ WECHAT_APP_ID: 'a', WECHAT_APP_SECRET: 's' }, undefined],
  [{ WECHAT_MINI_APP_ID: 'a' }, 'go together'],
  [{ TRON_ADDRESSES: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }, undefined],
  [{ TRON_ADDRESSES: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T' }, 'is not an address to be paid at'],
  [{ TRON_ADDRESSES: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' }, 'is not an address to be paid at'],
  [{ MACHINES: 'manual' }, undefined],
  [{ MACHINES: 'magic' }, 'MACHINES must be one of'],
  [{ MACHINES_API_URL: 'http://a', MACHINES_API_KEY: 'k' }, undefined],
  [{ MACHINES_API_URL: 'http://a' }, 'go together'],
  [{ MACHINES: 'stand-in', MACHINES_API_URL: 'http://a', MACHINES_API_KEY: 'k' }, undefined],
  [{ MACHINES: 'manual', MACHINES_API_URL: 'http://a', MACHINES_API_KEY: 'k' }, 'exclude each other'],
  [{ AI_BASE_URL: 'http://a' }, 'AI_BASE_URL and AI_MODEL go together'],
  [{ AI_MODEL: 'm' }, 'AI_BASE_URL and AI_MODEL go together'],
  [{ AI_BASE_URL: 'http://a', AI_MODEL: 'm' }, undefined],
  [{ SHOP_API_URL: 'http://a' }, 'SHOP_API_URL and SHOP_API_KEY go together'],
  [{ SHOP_API_URL: 'a', SHOP_API_KEY: 'k' }, 'SHOP_API_URL must be an http'],
  [{ SHOP_API_URL: 'http://a', SHOP_API_KEY: 'k' }, undefined],
  [{ SHORT_VIDEO_API_KEY: 'k' }, 'SHORT_VIDEO_API_URL and SHORT_VIDEO_API_KEY go together'],
  [{ SHORT_VIDEO_API_URL: 'http://a' }, 'SHORT_VIDEO_API_URL and SHORT_VIDEO_API_KEY go together'],
  [{ SHORT_VIDEO_API_URL: 'a', SHORT_VIDEO_API_KEY: 'k' }, 'SHORT_VIDEO_API_URL must be an http'],
  [{ SHORT_VIDEO_API_URL: 'http://a', SHORT_VIDEO_API_KEY: 'k' }, undefined],
  [{ MAP_TILES_URL: 'http://a/{z}/{x}/{y}.png' }, undefined],
  [{ MAP_TILES_URL: 'http://a/{z}/{x}.png' }, 'MAP_TILES_URL must hold'],
  [{ MAP_TILES_URL: 'a/{z}/{x}/{y}' }, 'MAP_TILES_URL must be an http'],
  [{ ARCHIVE_AFTER_MONTHS: '2' }, 'ARCHIVE_AFTER_MONTHS must be off, or a number from 3 on'],
  [{ ARCHIVE_AFTER_MONTHS: 'two years' }, 'ARCHIVE_AFTER_MONTHS must be'],
  [{ ARCHIVE_AFTER_MONTHS: '3' }, undefined],
  [{ ARCHIVE_AFTER_MONTHS: 'off' }, undefined],
  [{ S3_BUCKET: 'b' }, 'go together'],
  [{ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' }, undefined],
  [{ HOLIDAYS: 'none', WORKDAYS: '2026-10-10, 2026-10-11' }, undefined],
  [{ HOLIDAYS: '2026-10-01,2026-02-30' }, 'HOLIDAYS: 2026-02-30 is not a day'],
  [{ OPERATOR_LISTEN: '[::1]:65535', METRICS_LISTEN: ':9090' }, undefined],
  [{ OPERATOR_LISTEN: 'localhost:65536' }, 'OPERATOR_LISTEN must be host:port, or off'],
  [{ OPERATOR_LISTEN: 'localhost' }, 'OPERATOR_LISTEN must be host:port, or off'],
  [{ SECOND_PERSON_FROM: 'off' }, undefined],
  [{ SECOND_PERSON_FROM: '1' }, undefined],
  [{ SECOND_PERSON_FROM: 'much' }, 'SECOND_PERSON_FROM must be an amount'],
  [{ WEB_VIEW_ORIGINS: 'https://a.example' }, undefined],
  [{ WEB_VIEW_ORIGINS: 'https://a.example/x' }, 'WEB_VIEW_ORIGINS'],
  [
    { PUBLIC_URL: 'https://cloud.localhost', WEB_VIEW_ORIGINS: 'https://cloud.localhost' },
    'WEB_VIEW_ORIGINS',
  ],
  [{ TEST_MODE: 'on' }, undefined],
  [{ TEST_MODE: 'on', CARD_PAGE_URL: 'https://a', CARD_SECRET: 's' }, 'CARD_PAGE_URL is of a real provider'],
  [{ TEST_MODE: 'on', PAYEE_ACCOUNT: '1' }, 'PAYEE_ACCOUNT is of a real provider'],
];

test('settings that contradict each other are named, one mistake for each', () => {
  for (const [env, said] of pairs) {
    const found = mistakes(env);
    if (said === undefined) assert.equal(found, [], JSON.stringify(env));
    else {
      assert.is(found.length, 1, `${JSON.stringify(env)}: ${found}`);
      assert.match(found[0]!, said);
    }
  }
});

const secret = 'abcdefgh-ijklmnop';
const inProduction: [change: Env, said: string | undefined][] = [
  [{}, undefined],
  [{ MACHINES: '' }, 'MACHINES_API_URL and MACHINES_API_KEY must name'],
  [{ MACHINES: '', MACHINES_API_URL: 'http://a', MACHINES_API_KEY: 'k' }, undefined],
  [{ MACHINES: 'stand-in', MACHINES_API_URL: 'http://a', MACHINES_API_KEY: 'k' }, 'stand-in is not for'],
  [{ MAIL_SMTP_URL: '', MAIL_FROM: '' }, 'MAIL: set MAIL_SMTP_URL and MAIL_FROM in production'],
  [
    {
      MAIL_SMTP_URL: '',
      MAIL_FROM: '',
      MAIL: 'off',
      SMS: '',
      SMS_WEBHOOK_URL: 'http://a',
      SMS_WEBHOOK_SECRET: 's',
    },
    undefined,
  ],
  [{ SMS: '' }, 'SMS: set SMS_WEBHOOK_URL'],
  [{ WECHAT_PAY: '' }, 'WECHAT_PAY: set WECHAT_PAY_MCH_ID'],
  [{ WECHAT_PAY: '', WAYS_CN: 'card', WAYS_INTL: 'card' }, undefined],
  [{ WECHAT_PAY: '', COUNTRY: 'intl', WAYS_INTL: 'card' }, undefined],
  [{ WECHAT_PAY: '', COUNTRY: 'cn', WAYS_INTL: 'card' }, 'WECHAT_PAY: set WECHAT_PAY_MCH_ID'],
  [{ PUBLIC_URL: 'http://cloud.example' }, 'PUBLIC_URL must be the https address'],
  [{ PUBLIC_URL: 'http://localhost:8080' }, undefined],
  [{ DEMO: 'on' }, 'DEMO must be off in production'],
  [{ OPERATOR_TOKEN: production.SIGNING_SECRET }, 'SIGNING_SECRET and OPERATOR_TOKEN must differ'],
  [{ OPERATOR_TOKEN: '' }, undefined],
  [{ SIGNING_SECRET: 'abcdefgh-ijklmn' }, 'SIGNING_SECRET must be set to a secret of its own'],
  [{ SIGNING_SECRET: 'abcdefgh-ijklmno' }, undefined],
  [{ SIGNING_SECRET: 'abcdefgabcdefgabcdefg' }, 'SIGNING_SECRET must be set to a secret of its own'],
  [{ SIGNING_SECRET: 'abcdefghabcdefgh' }, undefined],
  [{ SIGNING_SECRET_BEFORE: 'aaaaaaaaaaaaaaaaaaaa' }, 'SIGNING_SECRET_BEFORE must be a secret'],
  [{ SIGNING_SECRET_BEFORE: 'abcdefghabcdefgh' }, undefined],
  [{ SIGNING_SECRET: 'dev-signing-secret' }, 'SIGNING_SECRET must be set to a secret of its own'],
  [{ OPERATOR_TOKEN: 'dev-operator-token' }, 'OPERATOR_TOKEN must be set to a secret of its own'],
  [{ TRUST_PROXY: 'on' }, 'TRUST_PROXY must be how many proxies'],
  [{ TRUST_PROXY: '1' }, undefined],
  [{ TRUST_PROXY: '10.0.0.1' }, undefined],
];

test('production does not start with what everybody knows, or without what members need', () => {
  for (const [change, said] of inProduction) {
    const found = mistakes({ ...production, ...change });
    if (said === undefined) assert.equal(found, [], JSON.stringify(change));
    else assert.match(found.join('\n'), said, JSON.stringify(change));
  }
  assert.is(readSettings({ ...production, OPERATOR_TOKEN: '' }).operatorToken, undefined);
  assert.is(readSettings({}).operatorToken, 'dev-operator-token');
  assert.is(readSettings({ OPERATOR_TOKEN: secret }).operatorToken, secret);
});

test('the gateway uses the configured values', () => {
  const of = <T>(read: (the: Settings) => T, env: Env = {}) => read(readSettings(env));
  const ours = readSettings(production);
  assert.equal(
    [of((the) => the.demo), ours.demo, of((the) => the.demo, { DEMO: 'off' })],
    [true, false, false],
  );
  assert.equal([of((the) => the.sandboxes), ours.sandboxes, of((the) => the.testMode)], [true, false, false]);
  const trial = readSettings({ ...production, MAIL_SMTP_URL: '', MAIL_FROM: '', TEST_MODE: 'on' });
  assert.equal([trial.sandboxes, trial.production, trial.mail], [true, true, 'sandbox']);
  assert.equal([of((the) => the.logLevel), ours.logLevel], ['warn', 'info']);
  assert.equal(
    [of((the) => the.operatorListen), ours.operatorListen],
    [undefined, { host: '127.0.0.1', port: 8082 }],
  );
  assert.equal([of((the) => the.secondPersonFrom), ours.secondPersonFrom], [undefined, 5_000_000]);
  assert.is(
    of((the) => the.payPasswordFrom, { PAY_PASSWORD_FROM: 'off' }),
    undefined,
  );
  const listens = (METRICS_LISTEN: string) => of((the) => the.metricsListen, { METRICS_LISTEN });
  assert.equal(['', 'off', ':9090', 'a.b:1', '[::1]:2'].map(listens), [
    undefined,
    undefined,
    { host: '127.0.0.1', port: 9090 },
    { host: 'a.b', port: 1 },
    { host: '::1', port: 2 },
  ]);
  const proxies = (TRUST_PROXY: string) => of((the) => the.trustProxy, { TRUST_PROXY });
  assert.equal(['', 'off', '0', '2', 'on', '10.0.0.1, 10.0.0.2'].map(proxies), [
    false,
    false,
    false,
    2,
    true,
    ['10.0.0.1', '10.0.0.2'],
  ]);
  assert.equal(
    of((the) => [the.partners.length, the.partners[0]?.id]),
    [1, 'p_demo'],
  );
  assert.equal([ours.partners, of((the) => the.partners, { PARTNERS: '[]' })], [[], []]);
  const machines = (env: Env) => of((the) => the.machines, env);
  assert.equal(
    [
      machines({}),
      machines({ MACHINES: 'manual' }),
      machines({ MACHINES_API_URL: 'http://a/', MACHINES_API_KEY: 'k' }),
      machines({ MACHINES: 'stand-in', MACHINES_API_URL: 'http://a/', MACHINES_API_KEY: 'k' }),
    ],
    ['sandbox', 'manual', { api: 'http://a', key: 'k' }, { api: 'http://a', key: 'k', standIn: true }],
  );
  const bucket = { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };
  assert.equal(
    of((the) => the.objects),
    undefined,
  );
  assert.equal(
    of((the) => the.objects, { ...bucket, S3_ENDPOINT: 'http://s3/' }),
    {
      bucket: 'b',
      keyId: 'k',
      secret: 's',
      region: 'us-east-1',
      endpoint: 'http://s3',
      publicUrl: undefined,
    },
  );
  assert.is(
    of((the) => the.objects?.publicUrl, { ...bucket, S3_PUBLIC_URL: 'https://b' }),
    'https://b',
  );
  const payee = (env: Env) => of((the) => the.payee.sandbox, env);
  assert.equal(
    [payee({}), payee({ PAYEE_ACCOUNT: '1' }), ours.payee.sandbox, ours.payee.accountName],
    [true, false, false, ''],
  );
  const source = (env: Env) => of((the) => the.payoutSource, env);
  assert.equal(source({ SELLER_NAME: 'Us', PAYOUT_FROM_ACCOUNT: 'DE89 3704', PAYOUT_FROM_BIC: 'COBADEFF' }), {
    name: 'Us',
    account: 'DE893704',
    bic: 'COBADEFF',
  });
  assert.throws(() => source({ PAYOUT_FROM_BIC: 'COBA' }), /PAYOUT_FROM_BIC/);
  assert.throws(() => source({ PAYOUT_FROM_ACCOUNT: 'DE<89' }), /PAYOUT_FROM_ACCOUNT/);
  const limits = of((the) => the.payoutLimits, { PAYOUT_DAY_LIMIT_CN: '500' });
  assert.equal([limits.cn, limits.intl], [500, undefined]);
  const map = (env: Env) => of((the) => the.map, env);
  assert.equal(map({}), { tencent: undefined, tilesUrl: '' });
  assert.equal(map({ TENCENT_MAP_KEY: 'k', TENCENT_MAP_API_URL: 'http://a/' }).tencent, {
    api: 'http://a',
    key: 'k',
  });
  assert.equal(map({ TENCENT_MAP_KEY: 'k' }).tencent?.api, 'https://apis.map.qq.com');
  assert.equal(
    of((the) => [the.databaseUrl, the.wechat, the.wechatMini, the.shortVideo, the.ai]),
    Array(5).fill(undefined),
  );
  assert.is(
    of((the) => the.databaseUrl, { DATABASE_URL: 'postgres://a' }),
    'postgres://a',
  );
  assert.equal(
    of((the) => the.wechatMini, { WECHAT_MINI_APP_ID: 'a', WECHAT_MINI_APP_SECRET: 's' }),
    { appId: 'a', appSecret: 's' },
  );
  assert.equal(
    of((the) => the.signingSecrets, { SIGNING_SECRET: 'a', SIGNING_SECRET_BEFORE: 'b' }),
    ['a', 'b'],
  );
  assert.equal(
    of((the) => the.signingSecrets),
    ['dev-signing-secret'],
  );
});

test('the operator gets a warning three weeks before a year whose holidays are unknown', () => {
  const day = 24 * hour;
  const newYear = Date.UTC(2027, 0, 1);
  const known = ['2026-10-01'];
  const at = (now: number, days = known) => missingYear(days, now)?.match(/known for (\d+)/)?.[1];
  assert.equal([at(newYear - 21 * day - 1), at(newYear - 21 * day)], [undefined, '2027']);
  assert.is(at(newYear - day, [...known, '2027-01-01']), undefined);
  assert.is(at(newYear), '2027');
  assert.is(at(newYear - 100 * day, []), '2026');
});

test.run();
