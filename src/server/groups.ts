import type { Call } from '../contract/call';
import { aiGroup } from './ai/group';
import type { Group } from './calls';
import { circleGroup } from './circle/group';
import { conversationGroup } from './conversation/group';
import { devicesGroup } from './devices/group';
import { webGroup } from './embed/group';
import type { Entry } from './entry';
import { noticesGroup } from './notices/group';
import { messagesGroup } from './notices/messages-group';
import { ordersGroup } from './orders/group';
import { paymentsGroup } from './payments/group';
import { payoutGroup } from './payout/group';
import { pointsGroup } from './points/group';
import { productsGroup } from './products/group';
import { promotionGroup } from './promotion/group';
import { sessionGroup } from './session/group';
import { supportGroup } from './support/group';
import { systemGroup } from './system';
import { walletGroup } from './wallet/group';

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
