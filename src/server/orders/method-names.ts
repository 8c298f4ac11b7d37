import type { PaymentMethod } from '../../contract/buying/payment-methods';
import { type Locale, orderWords } from '../kernel/messages';

/** What members call a payment method: the words of the app. */
export const methodName = (locale: Locale, method: PaymentMethod): string => orderWords[locale].ways[method];
