import type { PaymentMethod } from '../../contract/buying/orders';
import type { RemittancePayee } from '../../contract/buying/payments';
import type { Country } from '../../contract/member/auth';
import { DomainError } from '../kernel/domain-error';
import type { Settings } from '../settings/settings';

/** Methods that need a provider, and whether its settings are there. In production a sandbox does not stand in for it. */
const provided: Partial<Record<PaymentMethod, (settings: Settings) => boolean>> = {
  card: ({ card, stripe }) => !!card || !!stripe,
  wechat: ({ wechatPay }) => !!wechatPay,
  alipay: ({ alipay }) => !!alipay,
  usdt: ({ tron }) => !!tron,
  remittance: ({ payee }) => !!payee.accountNumber && !payee.sandbox,
};

export const isSandbox = (way: PaymentMethod, settings: Settings): boolean =>
  !!provided[way] && !provided[way](settings);

/** Where to remit to; `reference` goes with the transfer. */
export const payeeFor = (
  { payee: { accountName, accountNumber, bank } }: Settings,
  reference: string,
): RemittancePayee => ({ accountName, accountNumber, bank, reference });

/** Ways of paying by country version and place (`appid`), as far as this deployment can take them. */
export function offered(settings: Settings, country: Country, appid: string): PaymentMethod[] {
  const { methods, sandboxes } = settings;
  return methods[country].filter((way) => {
    const real = provided[way]?.(settings) ?? true;
    return (real || sandboxes) && (appid !== 'mini' || methods.mini.includes(way));
  });
}

/** Refused (500) for a method that is not offered to the member here. */
export function assertOffered(settings: Settings, country: Country, appid: string, way: PaymentMethod): void {
  if (!offered(settings, country, appid).includes(way)) throw new DomainError('wayNotOffered');
}

/** Ways that the limit of an online transaction is for. */
export const isOnline = (way: PaymentMethod) => way === 'card' || way === 'wechat' || way === 'alipay';
