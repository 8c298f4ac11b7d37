import type { GenericSchema } from 'valibot';
import type { Call } from '../contract/wire/call';
import { accountCalls } from './accounts/handlers';
import { logCalls } from './accounts/log-handlers';
import { pointsCalls } from './accruals/points-handlers';
import { addressCalls } from './addresses/handlers';
import { aiCalls } from './ai/handlers';
import { authCalls } from './auth/handlers';
import { orderCalls } from './checkout/order-handlers';
import { paymentCalls } from './checkout/payment-handlers';
import { commentCalls } from './circle/comments';
import { circleCalls } from './circle/handlers';
import { declarationCalls } from './declarations/handlers';
import { documentCalls, invoiceCalls } from './documents/handlers';
import { webCalls } from './embed/handlers';
import { authenticatorCalls } from './factors/authenticator-handlers';
import { passkeyCalls } from './factors/passkey-handlers';
import { friendCalls } from './friends/handlers';
import { deviceCalls } from './fulfilment/device-handlers';
import { categoryCalls, goodsCalls } from './goods/handlers';
import { videoCalls } from './goods/videos/handlers';
import type { Endpoint } from './http/endpoint';
import { imCalls } from './im/handlers';
import type { CallGroup } from './kernel/call-group';
import { locationCalls } from './location/handlers';
import { noticeCalls } from './notices/handlers';
import { messageCalls } from './notices/message-handlers';
import { notificationCalls } from './notices/reach/handlers';
import { payPasswordCalls } from './pay-password/handlers';
import { phoneActionCalls } from './phone-actions/handlers';
import { productCalls } from './pricing/handlers';
import { privacyCalls } from './privacy/handlers';
import { profileCalls } from './profile/handlers';
import { promotionCalls } from './promotion/handlers';
import { screenCalls } from './screen/handlers';
import { watchCalls } from './screen/watches/handlers';
import { shareCalls } from './share/handlers';
import { systemCalls } from './system/handlers';
import { walletCalls } from './wallet/handlers';
import { payoutCalls } from './wallet/payout/handlers';
import { workOrderCalls } from './work-orders/handlers';

/** Every call of the gateway, grouped by contract file. */
export const endpoints: readonly Endpoint[] = [
  ...endpointsOf(systemCalls),
  ...endpointsOf(authCalls),
  ...endpointsOf(passkeyCalls),
  ...endpointsOf(authenticatorCalls),
  ...endpointsOf(deviceCalls),
  ...endpointsOf(screenCalls),
  ...endpointsOf(watchCalls),
  ...endpointsOf(phoneActionCalls),
  ...endpointsOf(accountCalls),
  ...endpointsOf(logCalls),
  ...endpointsOf(circleCalls),
  ...endpointsOf(commentCalls),
  ...endpointsOf(shareCalls),
  ...endpointsOf(imCalls),
  ...endpointsOf(productCalls),
  ...endpointsOf(pointsCalls),
  ...endpointsOf(orderCalls),
  ...endpointsOf(paymentCalls),
  ...endpointsOf(payoutCalls),
  ...endpointsOf(payPasswordCalls),
  ...endpointsOf(promotionCalls),
  ...endpointsOf(workOrderCalls),
  ...endpointsOf(walletCalls),
  ...endpointsOf(documentCalls),
  ...endpointsOf(invoiceCalls),
  ...endpointsOf(noticeCalls),
  ...endpointsOf(messageCalls),
  ...endpointsOf(notificationCalls),
  ...endpointsOf(webCalls),
  ...endpointsOf(aiCalls),
  ...endpointsOf(profileCalls),
  ...endpointsOf(privacyCalls),
  ...endpointsOf(addressCalls),
  ...endpointsOf(locationCalls),
  ...endpointsOf(friendCalls),
  ...endpointsOf(declarationCalls),
  ...endpointsOf(goodsCalls),
  ...endpointsOf(categoryCalls),
  ...endpointsOf(videoCalls),
];

function endpointsOf<C extends object, R extends object>({
  calls,
  rules,
  handlers,
}: CallGroup<C, R>): Endpoint[] {
  return Object.entries(calls)
    .filter(isCall)
    .map(([name, call]) => ({
      call,
      rules: (rules as Record<string, GenericSchema>)[name] as GenericSchema,
      handler: (handlers as Record<string, Endpoint['handler']>)[name] as Endpoint['handler'],
    }));
}

/** A contract file also exports constants. */
function isCall(exported: [string, unknown]): exported is [string, Call] {
  return typeof exported[1] === 'object' && exported[1] !== null && 'path' in exported[1];
}
