import type { PaymentMethod } from '../../contract/buying/payment-methods';
import type { Country } from '../../contract/member/auth';
import { type DeliverySettings, readDelivery } from './delivery';
import { createReader, type Reader } from './environment';
import { type ObjectStoreSettings, readObjectStore } from './files';
import { publicCalendars } from './holidays';
import { type MachineApi, readMachines } from './machines';
import { type MapSettings, readMap } from './map';
import { type OperatingSettings, readOperating } from './operating';
import { type PartnerConsoleSettings, readPartnerConsole } from './partner-console';
import { demoPartners, firstPartners, type GivenPartner, type Partner, readGivenPartners } from './partners';
import { type PaymentSettings, readMethods, readPayments } from './payments';
import {
  checkDevelopment,
  checkProduction,
  devOperator,
  devSecret,
  readProxies,
  readSecret,
} from './production';
import {
  type AiSettings,
  type PayeeSettings,
  readAi,
  readPayee,
  readWechat,
  type WechatAccount,
} from './provider-settings';
import { readSales, type SalesSettings } from './sales';
import { readShortVideo, type ShortVideoSettings } from './short-video';
import { readSites } from './sites';

export interface Settings extends PaymentSettings, DeliverySettings, OperatingSettings {
  /** What these would be if some variables had other values; throws with every mistake. */
  readAgain(values: Record<string, string>): Settings;
  /** The text that a variable was given, and nothing if it was not. */
  given(name: string): string | undefined;
  port: number;
  partnerPort: number;
  dataDir: string;
  /** The embeds' releases that partners' pages may pin. */
  releasesDir: string;
  /** Absent: the embedded database under `dataDir`. */
  databaseUrl: string | undefined;
  /** Where pictures and videos are. Absent: in a folder under `dataDir`. */
  objects: ObjectStoreSettings | undefined;
  signingSecret: string;
  /** It, and the one before it while pages that were loaded with that one are still open. */
  signingSecrets: string[];
  /** For programs; in production absent unless it is set. */
  operatorToken: string | undefined;
  production: boolean;
  /** A gateway for partners to try things out on: as guarded as in production, and everything that it sells, pays and sends is made up. */
  testMode: boolean;
  /** Whether a provider without settings is a sandbox: outside production, and in test mode. */
  sandboxes: boolean;
  demo: boolean;
  /** Which country version this deployment serves. */
  country: Country | 'any';
  /** Where the other version is. */
  addresses: Record<Country, string>;
  /** Where pictures are, as `<url>/<id>`, if not at the gateway. */
  cloudStoreUrl: string;
  /** Base URL of services of the deployment's own, which the app asks by its plain helper (spec §7). */
  servicesUrl: string;
  /** Whether an ended session is said in a toast and left for sign-in after 3 s (spec §4), instead of asking first. */
  loginJump: boolean | undefined;
  customerServicePhone: string;
  /** Our own origin as members see it, without a slash at the end. */
  publicUrl: string;
  /** Absent: WeChat is a sandbox. */
  wechat: WechatAccount | undefined;
  /** Absent: there is no mini-program. */
  wechatMini: WechatAccount | undefined;
  wechatApi: string;
  /** Payment methods by country version, and those of them that a mini-program may offer. */
  methods: Record<Country | 'mini', PaymentMethod[]>;
  /** Percent off machines for a member with a running membership. */
  membershipDiscount: number;
  /** Milliseconds that an order waits for payment, and for the voucher of a remittance. */
  orderTtl: number;
  remittanceTtl: number;
  /** The account manager, for large purchases (spec §9). */
  managerPhone: string;
  /** Where offline remittances go to. */
  payee: PayeeSettings;
  /** Who runs the machines; by hand, people bring them online. */
  machines: MachineApi | 'manual' | 'sandbox';
  /** Absent: the short-video platform is a sandbox, and in production not offered. */
  shortVideo: ShortVideoSettings | undefined;
  /** Fen that one USDT counts for. */
  usdtRate: number;
  /** What the platform keeps of a withdrawal: a part in a thousand, at least so many fen; and the days it is processed on. */
  withdrawal: { feePermille: number; feeMin: number; holidays: string[]; workdays: string[] };
  /**
   * Fen from which paying from the balance, withdrawals and transfers ask for the payment password; 0 for always. Absent: it
   * is never asked for.
   */
  payPasswordFrom: number | undefined;
  /** Milliseconds that a new payout account, or a new number of one, rests before money can go there. */
  payoutCoolingOff: number;
  sales: SalesSettings;
  /** A model that speaks the OpenAI-compatible protocol. Absent: help texts are searched instead. */
  ai: AiSettings | undefined;
  /** Questions that a member may ask it in an hour. */
  aiPerHour: number;
  /** Origins that the full page opens inside itself. */
  webViewOrigins: string[];
  /** Where a map of places comes from. */
  map: MapSettings;
  /** In whose pages our features may stand: what PARTNERS says, until the gateway has read its database. */
  partners: Partner[];
  /** With which the database begins, and what was left out of it, in words. */
  givenPartners: GivenPartner[];
  partnerProblems: string[];
  partnerConsole: PartnerConsoleSettings;
  /**
   * Who may name the client in X-Forwarded-For: how many proxies stand in front of us, or their addresses. `true` believes
   * whatever is written there, so that every limit by address is void: not in production.
   */
  trustProxy: boolean | number | string[];
}

/** Settings with which a gateway does not start; the message names every mistake. */
export class InvalidSettings extends Error {
  constructor(readonly mistakes: readonly string[]) {
    super(`The settings need attention:\n  ${mistakes.join('\n  ')}`);
  }
}

/** Each says that a provider is a real one, and so does what `providers` of the reader holds. */
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
/** What is real has no place beside what is made up: a member of test mode must not move money, nor be sent anything. */
function refuseProviders({ given, mistakes, providers }: Reader): void {
  for (const name of [...realProviders, ...providers].filter(given))
    mistakes.push(`${name} is of a real provider, and TEST_MODE has none: leave it out`);
}

/** Reads the environment; throws with every mistake in it, so that the start stops with a message somebody can act on. */
export function readSettings(env: Record<string, string | undefined> = process.env): Settings {
  const reader = createReader(env);
  const { mistakes, text, oneOf, port, flag, address, whole, list, days } = reader;
  const production = env.NODE_ENV === 'production';
  const testMode = flag('TEST_MODE', false);
  const sandboxes = !production || testMode;
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

  const settings: Settings = {
    readAgain: (values) => readSettings({ ...env, ...values }),
    given: reader.given,
    port: own,
    partnerPort,
    webViewOrigins: readSites(list('WEB_VIEW_ORIGINS'), publicUrl, mistakes),
    partners: firstPartners(givenPartners, testMode),
    givenPartners,
    partnerProblems,
    partnerConsole: readPartnerConsole(reader, { production, testMode, given: givenPartners.length > 0 }),
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
    sandboxes,
    demo: flag('DEMO', !production),
    country,
    addresses: { intl: address('INTL_URL', publicUrl), cn: address('CN_URL', publicUrl) },
    cloudStoreUrl: address('CLOUD_STORE_URL', ''),
    servicesUrl: address('SERVICES_URL', ''),
    loginJump: { on: true, off: false, '': undefined }[oneOf('LOGIN_JUMP', ['', 'on', 'off'], '')],
    customerServicePhone: text('CUSTOMER_SERVICE_PHONE', ''),
    publicUrl,
    wechat,
    wechatMini,
    wechatApi: address('WECHAT_API_URL', 'https://api.weixin.qq.com'),
    methods,
    membershipDiscount: whole('MEMBERSHIP_DISCOUNT', 5, 0, 90),
    orderTtl: whole('ORDER_MINUTES', 30, 1, 10_080) * 60_000,
    remittanceTtl: whole('REMITTANCE_HOURS', 72, 1, 720) * 3_600_000,
    managerPhone: text('MANAGER_PHONE', ''),
    payee: readPayee(reader, !sandboxes),
    ...readOperating(reader, production),
    ...readDelivery(reader, !sandboxes),
    ...readPayments(reader, {
      appId: wechat?.appId ?? '',
      miniAppId: wechatMini?.appId ?? '',
      needed: !sandboxes && served.some((version) => methods[version].includes('wechat')),
    }),
    machines: readMachines(reader, !sandboxes),
    shortVideo: readShortVideo(env, mistakes),
    usdtRate: whole('USDT_RATE', 7_20, 1, 100_000),
    withdrawal: {
      feePermille: whole('WITHDRAW_FEE_PERMILLE', 6, 0, 500),
      // Below the least that may be withdrawn (50 yuan), so that something always arrives.
      feeMin: whole('WITHDRAW_FEE_MIN', 1_00, 0, 49_00),
      holidays: days('HOLIDAYS', calendar.holidays.join(',')),
      workdays: days('WORKDAYS', calendar.workdays.join(',')),
    },
    payPasswordFrom:
      text('PAY_PASSWORD_FROM', '0') === 'off' ? undefined : whole('PAY_PASSWORD_FROM', 0, 0, 100_000_000),
    payoutCoolingOff: whole('PAYOUT_REST_HOURS', testMode ? 0 : 24, 0, 720) * 3_600_000,
    sales: readSales(env, whole, mistakes),
    ai: readAi(reader),
    map: readMap(env, mistakes),
    aiPerHour: whole('AI_PER_HOUR', 60, 1, 10_000),
    trustProxy: readProxies(reader, production),
  };
  if (testMode) refuseProviders(reader);
  if (mistakes.length) throw new InvalidSettings(mistakes);
  return settings;
}
