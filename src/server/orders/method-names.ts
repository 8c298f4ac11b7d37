import type { PaymentMethod } from '../../contract/buying/payment-methods';
import { type Locale, orderWords } from '../kernel/messages';

/** The name of a payment method, as in the app. */
export const methodName = (locale: Locale, method: PaymentMethod): string => orderWords[locale].ways[method];
