import * as v from 'valibot';
import { type PartnerMode, webhookTypes } from '../../contract/embed/partners';
import {
  addWebhook,
  changeWebhook,
  listWebhooks,
  removeWebhook,
  rollWebhook,
} from '../embed/manage-webhooks';
import { DomainError } from '../kernel/domain-error';
import { askLog } from './ask-log';
import { type Asking, type ConsoleCall, call, change, line, mode, nothing, ofMode } from './console-call';
import type { LogName } from './logs';
import { gatewayOf } from './record';

const webhook = v.object({
  url: line(500),
  types: v.pipe(v.array(v.picklist(webhookTypes)), v.maxLength(50)),
});

const idOf = ({ partner, params }: Asking) => ({ partner, id: params.id ?? '' });

/** Refuses if no gateway for the mode exists, because nothing could be sent. */
function assertGateway({ gateway }: Asking, mode: PartnerMode): void {
  if (!gatewayOf(gateway.settings, mode)) throw new DomainError('partnerNoTestGateway');
}

/** The webhooks of a partner. */
export const webhookCalls: ConsoleCall[] = [
  call({
    method: 'GET',
    path: 'webhooks',
    needs: 'read',
    rules: ofMode,
    answer: async ({ gateway, partner }, { mode }) => ({
      items: await listWebhooks(gateway.db.run, partner, mode, gateway.now()),
    }),
  }),
  call({
    method: 'POST',
    path: 'webhooks',
    needs: 'developer',
    what: 'webhookAdded',
    rules: v.object({ mode, ...webhook.entries }),
    answer: async (asking, input) => {
      assertGateway(asking, input.mode);
      const made = await change(asking, (tx) => addWebhook(tx, asking.gateway, asking.partner, input));
      return { ...made, target: input.url };
    },
  }),
  call({
    method: 'POST',
    path: 'webhooks/:id',
    needs: 'developer',
    what: 'webhookChanged',
    rules: v.object({ on: v.boolean(), ...webhook.entries }),
    answer: async (asking, input) => {
      await change(asking, (tx) => changeWebhook(tx, asking.gateway, idOf(asking), input));
      return { target: input.url };
    },
  }),
  call({
    method: 'POST',
    path: 'webhooks/:id/roll',
    needs: 'developer',
    what: 'webhookRolled',
    rules: nothing,
    answer: async (asking) => {
      const rolled = await change(asking, (tx) => rollWebhook(tx, asking.gateway, idOf(asking)));
      return { ...rolled, target: rolled.id };
    },
  }),
  call({
    method: 'POST',
    path: 'webhooks/:id/remove',
    needs: 'developer',
    what: 'webhookRemoved',
    rules: nothing,
    answer: async (asking) => {
      const removed = await change(asking, (tx) => removeWebhook(tx, idOf(asking)));
      return { ...removed, target: removed.id };
    },
  }),
];

/** A call that the gateway of the requested mode answers. */
const ofLog = (
  name: LogName,
  how: Pick<ConsoleCall, 'method' | 'path' | 'needs'> & { what?: string },
): ConsoleCall => ({
  ...how,
  rules: v.intersect([ofMode, v.looseObject({})]),
  answer: async ({ gateway, partner, params }, { mode, ...input }) => {
    const answer = await askLog(gateway, mode, name, partner, {
      ...input,
      ...(params.id && { id: params.id }),
    });
    return { ...answer, ...(how.what && { target: params.id ?? '' }) };
  },
});

/** The status page of a gateway that is not this one. This one's is `/embed/v1/status`. */
const statusOfOther = call({
  method: 'GET',
  path: 'status',
  needs: 'read',
  rules: ofMode,
  answer: async (asking, { mode }) => {
    assertGateway(asking, mode);
    const url = `${gatewayOf(asking.gateway.settings, mode)}/embed/v1/status`;
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(8000) }).catch(() => {
      throw new DomainError('partnerOtherAway');
    });
    return (await answer.json()) as object;
  },
});

/** Logs of the gateway of a mode. */
export const logConsoleCalls: ConsoleCall[] = [
  statusOfOther,
  ofLog('messages', { method: 'GET', path: 'messages', needs: 'read' }),
  ofLog('message', { method: 'GET', path: 'messages/:id', needs: 'read' }),
  ofLog('replay', {
    method: 'POST',
    path: 'messages/:id/replay',
    needs: 'developer',
    what: 'messageReplayed',
  }),
  ofLog('tryWebhook', {
    method: 'POST',
    path: 'webhooks/:id/test',
    needs: 'developer',
    what: 'webhookTried',
  }),
  ofLog('backlog', { method: 'GET', path: 'backlog', needs: 'read' }),
  ofLog('deprecations', { method: 'GET', path: 'deprecations', needs: 'read' }),
  ofLog('sandbox', { method: 'GET', path: 'sandbox', needs: 'read' }),
  ofLog('act', { method: 'POST', path: 'sandbox/act', needs: 'developer' }),
  ofLog('addCustomer', { method: 'POST', path: 'sandbox/customers', needs: 'developer' }),
  ofLog('preview', { method: 'GET', path: 'preview', needs: 'read' }),
  ofLog('requests', { method: 'GET', path: 'requests', needs: 'read' }),
  ofLog('usage', { method: 'GET', path: 'usage', needs: 'read' }),
];
