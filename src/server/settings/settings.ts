import type { PaymentMethod } from '../../contract/buying/payment-methods';
import type { Country } from '../../contract/member/auth';
import { type DeliverySettings, readDelivery } from './delivery';
import { createReader, type Reader } from './environment';
import { type ExchangeRates, readExchangeRates } from './exchange-rates';
import { type ObjectStoreSettings, readObjectStore } from './files';
import { publicCalendars } from './holidays';
import { type MachineApi, readMachines } from './machines';
import { type MapSettings, readMap } from './map';
import { misspelt } from './misspelt';
import { type OperatingSettings, readOperating } from './operating';
import { type PartnerConsoleSettings, readPartnerConsole } from './partner-console';
import { demoPartners, firstPartners, type GivenPartner, type Partner, readGivenPartners } from './partners';
import { readPasskeyDomain } from './passkeys';
import { type PaymentSettings, readMethods, readPayments } from './payments';
import { type PayoutRules, readPayoutRules } from './payout-rules';
import {
  checkDevelopment,
  checkProduction,
  devOperator,
  devSecret,
  readProxies,
  readSealing,
  readSecret,
} from './production';
import {
  type AiSettings,
  type PayeeSettings,
  type PayoutSource,
  readAi,
  readPayee,
  readPayoutSource,
  readWechat,
  type WechatAccount,
} from './provider-settings';
import { withoutProviders } from './quiet';
import { readSales, type SalesSettings } from './sales';
import { readSelling, type SellingSettings } from './selling';
import { readShortVideo, type ShortVideoSettings } from './short-video';
import { readSites } from './sites';
import { type SettingTexts, textsOf } from './texts';

export interface Settings
  extends PaymentSettings,
    DeliverySettings,
    OperatingSettings,
    SellingSettings,
    PayoutRules,
    SettingTexts {
  /** The settings if some variables had other values; throws with all errors. */
  readAgain(values: Record<string, string>): Settings;
  port: number;
  partnerPort: number;
  dataDir: string;
  /** The releases of the embeds that partners' pages may pin. */
  releasesDir: string;
  /** Absent: the embedded database under `dataDir`; production has to ask for it. */
  databaseUrl: string | undefined;
  /** The bucket of pictures and videos. Absent: a folder under `dataDir`. */
  objects: ObjectStoreSettings | undefined;
  signingSecret: string;
  /** The current secret, and the previous one while pages that were loaded with it are open. */
  signingSecrets: string[];
  /** For programs; in production absent unless it is set. */
  operatorToken: string | undefined;
  production: boolean;
  /** A gateway for partners' tests: protected like production, with simulated payments, deliveries and messages. */
  testMode: boolean;
  /** A copy, for looking at: no jobs are done, and sandboxes stand for all providers, so that nothing leaves it. */
  quiet: boolean;
  /** Whether a provider without settings is a sandbox: outside production, in test mode and in a quiet copy. */
  sandboxes: boolean;
  demo: boolean;
  /** The country version of this deployment. */
  country: Country | 'any';
  /** The address of each country version. */
  addresses: Record<Country, string>;
  /** Address of pictures, as `<url>/<id>`, if not at the gateway. */
  cloudStoreUrl: string;
  /** Base URL of the deployment's own services, which the app calls with its plain helper (spec §7). */
  servicesUrl: string;
  /** Whether the end of a session is shown in a toast, followed by sign-in after 3 s (spec §4), instead of a question. */
  loginJump: boolean | undefined;
  customerServicePhone: string;
  /** Our own origin as members see it, without a trailing slash. */
  publicUrl: string;
  /** The domain to which passkeys are bound. Absent: the host of `publicUrl`. */
  passkeyDomain: string | undefined;
  /** Absent: WeChat is a sandbox. */
  wechat: WechatAccount | undefined;
  /** Absent: there is no mini-program. */
  wechatMini: WechatAccount | undefined;
  wechatApi: string;
  /** Payment methods by country version, and those that a mini-program may offer. */
  methods: Record<Country | 'mini', PaymentMethod[]>;
  /** Discount on machines in percent for a member with an active membership. */
  membershipDiscount: number;
  /** Milliseconds that an order waits for payment, and for the voucher of a remittance. */
  orderTtl: number;
  remittanceTtl: number;
  /** The account manager, for large purchases (spec §9). */
  managerPhone: string;
  /** The account for offline remittances. */
  payee: PayeeSettings;
  payoutSource: PayoutSource;
  /** The machine provider; `manual`: people bring machines online. */
  machines: MachineApi | 'manual' | 'sandbox';
  /** Absent: the short-video platform is a sandbox, and not offered in production. */
  shortVideo: ShortVideoSettings | undefined;
  /** Fen per USDT. */
  usdtRate: number;
  exchangeRates: ExchangeRates | undefined;
  /** The fee of a withdrawal: a per mille with a minimum in fen; and the calendar of its processing days. */
  withdrawal: { feePermille: number; feeMin: number; holidays: string[]; workdays: string[] };
  sales: SalesSettings;
  /** A model with the OpenAI-compatible protocol. Absent: the help texts are searched instead. */
  ai: AiSettings | undefined;
  /** Questions that a member may ask per hour. */
  aiPerHour: number;
  /** Origins that the full page may open inside itself. */
  webViewOrigins: string[];
  /** The provider of maps and places. */
  map: MapSettings;
  /** Sites whose pages may contain our features: those of PARTNERS, until the gateway has read its database. */
  partners: Partner[];
  /** Partners to import into the database, and the entries that were left out, as messages. */
  givenPartners: GivenPartner[];
  partnerProblems: string[];
  partnerConsole: PartnerConsoleSettings;
  /** Keys that seal secrets in the database (`kernel/seal.ts`): the current one, and the previous one. */
  sealedBy: [string, ...string[]];
  /**
   * The proxies whose X-Forwarded-For is trusted: their number, or their addresses. `true` trusts any value, which would defeat every
   * limit by address, so production refuses it.
   */
  trustProxy: boolean | number | string[];
}

/** Settings with which a gateway does not start; the message begins with those that are not set, and contains every error. */
export class InvalidSettings extends Error {
  constructor(
    readonly mistakes: readonly string[],
    missing: readonly string[],
  ) {
    const unset = missing.length ? [`Not set: ${missing.join(', ')}`] : [];
    super(`The settings need attention:\n  ${[...unset, ...mistakes].join('\n  ')}`);
  }
}

/** Variables that select a real provider; the reader's `providers` contains more of them. */
const realProviders = [
  'MAIL_SMTP_URL',
  'SMS_WEBHOOK_URL',
  'TWILIO_ACCOUNT_SID',
  'TRON_ADDRESSES',
  'PAYEE_ACCOUNT',
  'MACHINES_API_URL',
  'SHORT_VIDEO_API_URL',
  'SHOP_API_URL',
];
/** Refuses real providers in test mode: a test member must not move money or receive messages. */
function refuseProviders({ given, mistakes, providers }: Reader): void {
  for (const name of [...realProviders, ...providers].filter(given))
    mistakes.push(`${name} is of a real provider, and TEST_MODE has none: leave it out`);
}

type Environment = Record<string, string | undefined>;

/** Begins to read: a quiet copy without what says where to send, and with the names that are asked for in `known`. */
function opened(environment: Environment) {
  const first = createReader(environment);
  const quiet = first.flag('QUIET', false);
  const known = new Set(['QUIET']);
  const env = new Proxy(quiet ? withoutProviders(environment) : environment, {
    get: (values, name: string) => {
      known.add(name);
      return values[name];
    },
  });
  const reader = createReader(env);
  reader.mistakes.push(...first.mistakes);
  return { env, reader, quiet, known };
}

/** Reads the environment; throws one error with all problems, so that the operator can fix them at once. */
export function readSettings(environment: Environment = process.env): Settings {
  const { env, reader, quiet, known } = opened(environment);
  const { mistakes, text, oneOf, port, flag, address, whole, list, days } = reader;
  const production = env.NODE_ENV === 'production';
  const testMode = flag('TEST_MODE', false);
  const sandboxes = !production || testMode || quiet;
  const own = port('PORT', 8080);
  const publicUrl = address('PUBLIC_URL', `http://localhost:${own}`);
  const { wechat, wechatMini } = readWechat(reader);
  const methods = readMethods(reader);
  const country = oneOf('COUNTRY', ['any', 'cn', 'intl'], 'any');
  const served = country === 'any' ? (['cn', 'intl'] as const) : [country];
  if (production) checkProduction(reader, publicUrl);
  else checkDevelopment(reader, publicUrl);

  const calendar = publicCalendars(Date.now());
  const partnerPort = port('PARTNER_PORT', 8081);
  const partnerProblems: string[] = [];
  const given = text('PARTNERS', '');
  const givenPartners =
    given || production
      ? readGivenPartners(given || '[]', { mistakes, problems: partnerProblems }, { production, testMode })
      : demoPartners(partnerPort);

  const trustProxy = readProxies(reader, production);
  const settings: Settings = {
    readAgain: (values) => readSettings({ ...environment, ...values }),
    ...textsOf(reader, known),
    port: own,
    partnerPort,
    webViewOrigins: readSites(list('WEB_VIEW_ORIGINS'), publicUrl, mistakes),
    partners: firstPartners(givenPartners, testMode),
    givenPartners,
    partnerProblems,
    partnerConsole: readPartnerConsole(reader, { production, testMode }),
    sealedBy: readSealing(reader, production),
    dataDir: text('DATA_DIR', './data'),
    releasesDir: text('RELEASES_DIR', `${text('DATA_DIR', './data')}/releases`),
    objects: readObjectStore(reader),
    databaseUrl: text('DATABASE_URL', '') || undefined,
    signingSecret: readSecret(reader, production, 'SIGNING_SECRET', devSecret),
    signingSecrets: [text('SIGNING_SECRET', devSecret), text('SIGNING_SECRET_BEFORE', '')].filter(Boolean),
    operatorToken:
      production && !text('OPERATOR_TOKEN', '')
        ? undefined
        : readSecret(reader, production, 'OPERATOR_TOKEN', devOperator),
    production,
    testMode,
    quiet,
    sandboxes,
    demo: flag('DEMO', !production),
    country,
    addresses: { intl: address('INTL_URL', publicUrl), cn: address('CN_URL', publicUrl) },
    cloudStoreUrl: address('CLOUD_STORE_URL', ''),
    servicesUrl: address('SERVICES_URL', ''),
    loginJump: { on: true, off: false, '': undefined }[oneOf('LOGIN_JUMP', ['', 'on', 'off'], '')],
    customerServicePhone: text('CUSTOMER_SERVICE_PHONE', ''),
    publicUrl,
    passkeyDomain: readPasskeyDomain(reader, publicUrl),
    wechat,
    wechatMini,
    wechatApi: address('WECHAT_API_URL', 'https://api.weixin.qq.com'),
    methods,
    membershipDiscount: whole('MEMBERSHIP_DISCOUNT', 5, 0, 90),
    orderTtl: whole('ORDER_MINUTES', 30, 1, 10_080) * 60_000,
    remittanceTtl: whole('REMITTANCE_HOURS', 72, 1, 720) * 3_600_000,
    managerPhone: text('MANAGER_PHONE', ''),
    ...readSelling(reader, !sandboxes),
    payee: readPayee(reader, !sandboxes),
    payoutSource: readPayoutSource(reader),
    ...readOperating(reader, { production, port: own, behindProxy: trustProxy !== false }),
    ...readDelivery(reader, !sandboxes),
    ...readPayments(reader, {
      appId: wechat?.appId ?? '',
      miniAppId: wechatMini?.appId ?? '',
      needed: !sandboxes && served.some((version) => methods[version].includes('wechat')),
    }),
    machines: readMachines(reader, !sandboxes),
    shortVideo: readShortVideo(env, mistakes),
    usdtRate: whole('USDT_RATE', 7_20, 1, 100_000),
    exchangeRates: readExchangeRates(reader),
    withdrawal: {
      feePermille: whole('WITHDRAW_FEE_PERMILLE', 6, 0, 500),
      // Below the smallest withdrawal (50 yuan), so that something always arrives.
      feeMin: whole('WITHDRAW_FEE_MIN', 1_00, 0, 49_00),
      holidays: days('HOLIDAYS', calendar.holidays.join(',')),
      workdays: days('WORKDAYS', calendar.workdays.join(',')),
    },
    ...readPayoutRules(reader, testMode),
    sales: readSales(env, whole, mistakes),
    ai: readAi(reader),
    map: readMap(env, mistakes),
    aiPerHour: whole('AI_PER_HOUR', 60, 1, 10_000),
    trustProxy,
  };
  if (testMode) refuseProviders(reader);
  mistakes.push(...misspelt(Object.keys(quiet ? {} : environment), known));
  if (mistakes.length) throw new InvalidSettings(mistakes, reader.missing);
  return settings;
}
