import { isOnline, type PaymentMethod, paymentMethods } from '../../contract/buying/payment-methods';
import type { RemittancePayee } from '../../contract/buying/payments';
import type { Country } from '../../contract/member/auth';
import { DomainError } from '../kernel/domain-error';
import type { Settings } from '../settings/settings';
import { isProviderSet } from './providers';

/** Whether the settings of a method are complete. In production no sandbox replaces it. */
function isReal(method: PaymentMethod, settings: Settings): boolean {
  if (isOnline(method)) return isProviderSet(method, settings);
  const { payee, tron } = settings;
  const needs = { held: true, chain: !!tron, remittance: !!payee.accountNumber && !payee.sandbox };
  return needs[paymentMethods[method].kind];
}

export const isSandbox = (method: PaymentMethod, settings: Settings): boolean => !isReal(method, settings);

/** The account for remittances; `reference` is part of the transfer. */
export const payeeFor = (
  { payee: { accountName, accountNumber, bank } }: Settings,
  reference: string,
): RemittancePayee => ({ accountName, accountNumber, bank, reference });

/** Payment methods by country version and place (`appid`), as far as this deployment supports them. */
export function offered(settings: Settings, country: Country, appid: string): PaymentMethod[] {
  const { methods, sandboxes } = settings;
  return methods[country].filter(
    (method) =>
      (isReal(method, settings) || sandboxes) && (appid !== 'mini' || methods.mini.includes(method)),
  );
}

/** Refused (500) for a method that this member cannot use here. */
export function assertOffered(
  settings: Settings,
  country: Country,
  appid: string,
  method: PaymentMethod,
): void {
  if (!offered(settings, country, appid).includes(method)) throw new DomainError('wayNotOffered');
}
