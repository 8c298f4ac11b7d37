import type { Country } from '../../contract/auth';
import type { PaymentMethod } from '../../contract/orders';
import { DomainError } from '../kernel/domain-error';
import type { Settings } from '../settings/settings';

/** Ways that go through a provider: it may be a sandbox, and in production it has to be a real one. */
const provided: Partial<Record<PaymentMethod, (settings: Settings) => boolean>> = {
  card: ({ card }) => !!card,
  wechat: ({ wechatPay }) => !!wechatPay,
  alipay: ({ alipay }) => !!alipay,
  usdt: ({ tron }) => !!tron,
  remittance: ({ payee }) => !!payee.accountNumber,
};

export const isSandbox = (way: PaymentMethod, settings: Settings): boolean =>
  way !== 'remittance' && !!provided[way] && !provided[way](settings);

/** Ways of paying by country version and place (`appid`), as far as they can really be gone here. */
export function offered(settings: Settings, country: Country, appid: string): PaymentMethod[] {
  const { methods, production } = settings;
  return methods[country].filter((way) => {
    const real = provided[way]?.(settings) ?? true;
    return (real || !production) && (appid !== 'mini' || methods.mini.includes(way));
  });
}

/** Refused (500) for a way that is not offered to the member here. */
export function assertOffered(settings: Settings, country: Country, appid: string, way: PaymentMethod): void {
  if (!offered(settings, country, appid).includes(way)) throw new DomainError('wayNotOffered');
}

/** Ways that the limit of an online transaction is for. */
export const isOnline = (way: PaymentMethod) => way === 'card' || way === 'wechat' || way === 'alipay';
