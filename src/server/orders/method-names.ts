import en from '../../../i18n/en/orders.json';
import zh from '../../../i18n/zh/orders.json';
import type { PaymentMethod } from '../../contract/buying/payment-methods';
import type { Locale } from '../kernel/messages';

/** What members call the payment methods: the words of the app. */
const names: Record<Locale, Record<PaymentMethod, string>> = { en: en.ways, zh: zh.ways };

export const methodName = (locale: Locale, method: PaymentMethod): string => names[locale][method];
