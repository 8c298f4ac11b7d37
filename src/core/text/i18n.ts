import { type ReadonlySignal, signal } from '@preact/signals';
import rosetta from 'rosetta';
import type accounts from '../../../i18n/en/accounts.json';
import type addresses from '../../../i18n/en/addresses.json';
import type agreement from '../../../i18n/en/agreement.json';
import type agreements from '../../../i18n/en/agreements.json';
import type ai from '../../../i18n/en/ai.json';
import type auth from '../../../i18n/en/auth.json';
import type authenticator from '../../../i18n/en/authenticator.json';
import type circle from '../../../i18n/en/circle.json';
import type common from '../../../i18n/en/common.json';
import type contracts from '../../../i18n/en/contracts.json';
import type conversation from '../../../i18n/en/conversation.json';
import type declarations from '../../../i18n/en/declarations.json';
import type dev from '../../../i18n/en/dev.json';
import type deviceDetail from '../../../i18n/en/device-detail.json';
import type devices from '../../../i18n/en/devices.json';
import type embed from '../../../i18n/en/embed.json';
import type form from '../../../i18n/en/form.json';
import type friends from '../../../i18n/en/friends.json';
import type goods from '../../../i18n/en/goods.json';
import type im from '../../../i18n/en/im.json';
import type income from '../../../i18n/en/income.json';
import type install from '../../../i18n/en/install.json';
import type invoice from '../../../i18n/en/invoice.json';
import type live from '../../../i18n/en/live.json';
import type logs from '../../../i18n/en/logs.json';
import type mine from '../../../i18n/en/mine.json';
import type notices from '../../../i18n/en/notices.json';
import type notifications from '../../../i18n/en/notifications.json';
import type orders from '../../../i18n/en/orders.json';
import type packages from '../../../i18n/en/packages.json';
import type passkey from '../../../i18n/en/passkey.json';
import type pay from '../../../i18n/en/pay.json';
import type payPassword from '../../../i18n/en/pay-password.json';
import type payout from '../../../i18n/en/payout.json';
import type phoneActions from '../../../i18n/en/phone-actions.json';
import type places from '../../../i18n/en/places.json';
import type points from '../../../i18n/en/points.json';
import type posts from '../../../i18n/en/posts.json';
import type privacy from '../../../i18n/en/privacy.json';
import type privacyPolicy from '../../../i18n/en/privacy-policy.json';
import type profile from '../../../i18n/en/profile.json';
import type promotion from '../../../i18n/en/promotion.json';
import type records from '../../../i18n/en/records.json';
import type refund from '../../../i18n/en/refund.json';
import type register from '../../../i18n/en/register.json';
import type remittance from '../../../i18n/en/remittance.json';
import type result from '../../../i18n/en/result.json';
import type safety from '../../../i18n/en/safety.json';
import type screen from '../../../i18n/en/screen.json';
import type settings from '../../../i18n/en/settings.json';
import type shipping from '../../../i18n/en/shipping.json';
import type statement from '../../../i18n/en/statement.json';
import type store from '../../../i18n/en/store.json';
import type together from '../../../i18n/en/together.json';
import type topup from '../../../i18n/en/topup.json';
import type usdt from '../../../i18n/en/usdt.json';
import type videos from '../../../i18n/en/videos.json';
import type wallet from '../../../i18n/en/wallet.json';
import type watches from '../../../i18n/en/watches.json';
import type web from '../../../i18n/en/web.json';
import type wechat from '../../../i18n/en/wechat.json';
import type workOrders from '../../../i18n/en/work-orders.json';
import type { Locale, locales } from '../../contract/wire/locale';

/** English defines the keys of every other language; one file per feature, loaded with the feature. */
interface Messages {
  posts: typeof posts;
  /** The content of orders: plans and their duration. */
  packages: typeof packages;
  passkey: typeof passkey;
  /** The possible actions on an order, and its outcome. */
  records: typeof records;
  /** The result of a payment, and the next steps. */
  result: typeof result;
  safety: typeof safety;
  agreement: typeof agreement;
  agreements: typeof agreements;
  ai: typeof ai;
  auth: typeof auth;
  authenticator: typeof authenticator;
  common: typeof common;
  contracts: typeof contracts;
  /** Messages of conversations, with people or with a model. */
  conversation: typeof conversation;
  /** The gallery of development builds. */
  dev: typeof dev;
  accounts: typeof accounts;
  circle: typeof circle;
  invoice: typeof invoice;
  live: typeof live;
  logs: typeof logs;
  notifications: typeof notifications;
  privacy: typeof privacy;
  'privacy-policy': typeof privacyPolicy;
  /** The machines, tasks and earnings of a device order; `devices` is its list. */
  'device-detail': typeof deviceDetail;
  devices: typeof devices;
  /** Messages of form fields; for screens with a form. */
  form: typeof form;
  /** A member's own shop: goods, categories, the shop itself. */
  goods: typeof goods;
  /** Online support; `ai` uses its words for messages too. */
  im: typeof im;
  income: typeof income;
  mine: typeof mine;
  notices: typeof notices;
  orders: typeof orders;
  pay: typeof pay;
  'pay-password': typeof payPassword;
  /** Actions on several cloud phones. */
  'phone-actions': typeof phoneActions;
  payout: typeof payout;
  points: typeof points;
  promotion: typeof promotion;
  /** The voucher of an offline remittance. */
  remittance: typeof remittance;
  /** The screen of a cloud phone, while somebody looks at it. */
  screen: typeof screen;
  settings: typeof settings;
  /** Delivery addresses. */
  shipping: typeof shipping;
  /** The filters of the list of movements. */
  refund: typeof refund;
  register: typeof register;
  together: typeof together;
  topup: typeof topup;
  statement: typeof statement;
  store: typeof store;
  /** Paying an order with USDT. */
  usdt: typeof usdt;
  /** The platform's videos. */
  videos: typeof videos;
  wallet: typeof wallet;
  watches: typeof watches;
  web: typeof web;
  wechat: typeof wechat;
  'work-orders': typeof workOrders;
  addresses: typeof addresses;
  declarations: typeof declarations;
  /** The loader's own error messages, and the texts around the secure document. */
  embed: typeof embed;
  friends: typeof friends;
  install: typeof install;
  places: typeof places;
  profile: typeof profile;
}

/** For one item, and for any other number. */
type Plural = { one: string; other: string };
type Leaves<T> = {
  [K in keyof T & string]: T[K] extends string | Plural ? K : `${K}.${Leaves<T[K]>}`;
}[keyof T & string];

export type MessageKey = Leaves<Messages>;
export type Bundle = keyof Messages;

export type Translate = (key: MessageKey, values?: Record<string, string | number>) => string;
export type LoadMessages = (locale: Locale, bundle: Bundle) => Promise<object>;

export interface I18n {
  readonly locale: ReadonlySignal<Locale>;
  /** All available languages. */
  readonly locales: typeof locales;
  readonly t: Translate;
  /** Resolves when the messages of a bundle have arrived. Rejects if they cannot be loaded; a repeated call tries again. */
  ready(bundle: Bundle): Promise<void>;
  /** Adds the messages that a screen uses of some bundles, which does not make the whole bundles available. */
  begin(locale: Locale, parts: Partial<Record<Bundle, object>>): void;
  /** Whether they are available now, or the part of them that the first screen uses. */
  has(bundle: Bundle): boolean;
  /** Changes the language after all messages of the screen have been loaded in it. */
  use(locale: Locale): Promise<void>;
}

export const bundleOf = (key: MessageKey) => key.slice(0, key.indexOf('.')) as Bundle;

/**
 * The plural form for a number. The engine's rules take a slow phone 15 ms, so only messages with more than two forms use them. Engines
 * before 2019 have none.
 */
const formOf = (count: number, forms: object, locale: Locale): string =>
  Object.keys(forms).length > 2 && Intl.PluralRules
    ? new Intl.PluralRules(locale).select(count)
    : count === 1
      ? 'one'
      : 'other';

export function createI18n(all: typeof locales, initial: Locale, load: LoadMessages): I18n {
  const table = rosetta<object>();
  const locale = signal(initial);
  const loaded: Partial<Record<Locale, Record<string, object>>> = {};
  const pending: typeof loaded = {};
  const loading = new Map<string, Promise<void>>();
  table.locale(initial);

  const fetchBundle = (language: Locale, bundle: Bundle): Promise<void> => {
    if (loaded[language]?.[bundle]) return Promise.resolve();
    const key = language + bundle;
    const pending = loading.get(key);
    if (pending) return pending;
    const request = load(language, bundle)
      .then((messages) => {
        loaded[language] = { ...loaded[language], [bundle]: messages };
        table.set(language, { [bundle]: messages });
      })
      .finally(() => loading.delete(key)); // a lost connection must not be remembered
    loading.set(key, request);
    return request;
  };

  /** For a message with plural forms, the form for `count`, or else for `total`. */
  const translate: I18n['t'] = (key, values) => {
    const found: unknown = table.t(key, values); // rosetta returns plural forms unchanged
    if (!found || typeof found !== 'object') return String(found ?? '');
    const count = String(values?.count ?? values?.total).replace(/,/g, '');
    const form = formOf(Number(count), found, locale.peek());
    return table.t(`${key}.${form in found ? form : 'other'}`, values);
  };

  return {
    locale,
    locales: all,
    t: translate,
    ready: (bundle) => fetchBundle(locale.value, bundle),
    begin(language, parts) {
      pending[language] = parts as Record<string, object>;
      table.set(language, { ...parts, ...loaded[language] });
    },
    has: (bundle) => bundle in { ...pending[locale.value], ...loaded[locale.value] },
    use: async (language) => {
      await Promise.all(
        Object.keys({ ...pending[locale.value], ...loaded[locale.value] }).map((bundle) =>
          fetchBundle(language, bundle as Bundle),
        ),
      );
      table.locale(language);
      locale.value = language;
    },
  };
}
