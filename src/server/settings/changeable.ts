import { type PeriodName, periodNames, periods } from '../../contract/desk/periods';
import type { Settings } from './settings';

/** The periods after which data is deleted. */
const keeping = Object.fromEntries(periodNames.map((name) => [periods[name].setting, 'periods'])) as Record<
  (typeof periods)[PeriodName]['setting'],
  'periods'
>;

/** Variables that the back office may change while the gateway runs, and the settings that are read from them. */
const changeable = {
  CUSTOMER_SERVICE_PHONE: 'customerServicePhone',
  MANAGER_PHONE: 'managerPhone',
  ORDER_MINUTES: 'orderTtl',
  REMITTANCE_HOURS: 'remittanceTtl',
  PAY_PASSWORD_FROM: 'payPasswordFrom',
  PAYOUT_REST_HOURS: 'payoutCoolingOff',
  PAYOUT_DAY_LIMIT_CN: 'payoutLimits',
  PAYOUT_DAY_LIMIT_INTL: 'payoutLimits',
  PAYOUT_REPORT_FROM: 'payoutLimits',
  SELLER_NAME: 'sellerName',
  SELLER_ADDRESS: 'seller',
  SELLER_TAX_NUMBER: 'seller',
  TAX_RATES: 'taxRates',
  PAYEE_NAME: 'payee',
  PAYEE_ACCOUNT: 'payee',
  PAYEE_BANK: 'payee',
  PAYOUT_FROM_NAME: 'payoutSource',
  PAYOUT_FROM_ACCOUNT: 'payoutSource',
  PAYOUT_FROM_BIC: 'payoutSource',
  MEMBERSHIP_DISCOUNT: 'membershipDiscount',
  USDT_RATE: 'usdtRate',
  EXCHANGE_RATES: 'exchangeRates',
  WITHDRAW_FEE_PERMILLE: 'withdrawal',
  WITHDRAW_FEE_MIN: 'withdrawal',
  HOLIDAYS: 'withdrawal',
  WORKDAYS: 'withdrawal',
  SHOP_FEE_PERMILLE: 'sales',
  SHOP_HOLD_HOURS: 'sales',
  AI_PER_HOUR: 'aiPerHour',
  ...keeping,
} as const satisfies Record<string, keyof Settings>;

export type Changeable = keyof typeof changeable;
export const changeableNames = Object.keys(changeable) as Changeable[];
export const isChangeable = (name: string): name is Changeable =>
  (changeableNames as string[]).includes(name);

/** Applies the settings of the back office to the shared settings. */
export function change(settings: Settings, values: Partial<Record<Changeable, string>>): void {
  const next = settings.readAgain(values);
  for (const key of new Set(Object.values(changeable))) Object.assign(settings, { [key]: next[key] });
}
