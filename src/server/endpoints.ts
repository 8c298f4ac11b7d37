import type { Call } from '../contract/wire/call';
import { aiGroup } from './ai/handlers';
import { sessionGroup } from './auth/handlers';
import { ordersGroup } from './checkout/order-handlers';
import { paymentsGroup } from './checkout/payment-handlers';
import { circleGroup } from './circle/handlers';
import { devicesGroup } from './devices/handlers';
import { webGroup } from './embed/handlers';
import type { Entry } from './http/endpoint';
import { conversationGroup } from './im/handlers';
import type { Group } from './kernel/call-group';
import { noticesGroup } from './notices/handlers';
import { messagesGroup } from './notices/message-handlers';
import { payoutGroup } from './payout/handlers';
import { pointsGroup } from './points/handlers';
import { productsGroup } from './products/handlers';
import { promotionGroup } from './promotion/handlers';
import { systemGroup } from './system/handlers';
import { walletGroup } from './wallet/handlers';
import { supportGroup } from './work-orders/handlers';

/** Every call that the gateway answers, a group for each contract file. */
export const entries: readonly Entry[] = [
  ...entriesOf(systemGroup),
  ...entriesOf(sessionGroup),
  ...entriesOf(devicesGroup),
  ...entriesOf(circleGroup),
  ...entriesOf(conversationGroup),
  ...entriesOf(productsGroup),
  ...entriesOf(pointsGroup),
  ...entriesOf(ordersGroup),
  ...entriesOf(paymentsGroup),
  ...entriesOf(payoutGroup),
  ...entriesOf(promotionGroup),
  ...entriesOf(supportGroup),
  ...entriesOf(walletGroup),
  ...entriesOf(noticesGroup),
  ...entriesOf(messagesGroup),
  ...entriesOf(webGroup),
  ...entriesOf(aiGroup),
];

function entriesOf<C extends object, R extends object>({ calls, rules, handlers }: Group<C, R>): Entry[] {
  return Object.entries(calls)
    .filter(isCall)
    .map(([name, call]) => ({
      call,
      rules: (rules as Record<string, any>)[name],
      handler: (handlers as Record<string, any>)[name],
    }));
}

/** A contract file also exports constants. */
function isCall(entry: [string, unknown]): entry is [string, Call] {
  return typeof entry[1] === 'object' && entry[1] !== null && 'path' in entry[1];
}
