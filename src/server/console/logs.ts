import * as v from 'valibot';
import { type EmbedFeature, embedFeatures } from '../../contract/embed/features';
import type { PartnerMode } from '../../contract/embed/partners';
import { backlogOf } from '../embed/backlog';
import { listDeprecations } from '../embed/deprecations';
import { listWebhooks, tryWebhook } from '../embed/manage-webhooks';
import { deliveriesOf, listMessages, replayMessage } from '../embed/partner-messages';
import { previewToken } from '../embed/preview';
import { addTestMember } from '../embed/test-members';
import { dayLength, dayOf } from '../kernel/dates';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { newestFirst } from '../kernel/pagination';
import { Unusable } from '../operator/body';
import { hasTestMode } from '../partners/records';
import { actInSandbox, sandboxOf } from './sandbox';

const text = (max: number) => v.pipe(v.string(), v.nonEmpty(), v.maxLength(max));
const from = v.optional(text(200));

/** A query to the gateway on which the events happened, live or test. The input has been checked by the rules. */
type LogCall = (partner: string, input: unknown, mode: PartnerMode, gateway: Gateway) => Promise<object>;

const log =
  <Rules extends v.GenericSchema>(
    rules: Rules,
    answer: (
      partner: string,
      input: v.InferOutput<Rules>,
      mode: PartnerMode,
      gateway: Gateway,
    ) => Promise<object>,
  ): LogCall =>
  (partner, input, mode, gateway) => {
    const { success, output, issues } = v.safeParse(rules, input);
    if (!success)
      throw new Unusable(issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('; '));
    return answer(partner, output, mode, gateway);
  };

const missing = () => new DomainError('messageMissing');

const features = Object.keys(embedFeatures) as EmbedFeature[];

/** The console acts in a partner's name only in test mode. */
function assertTest({ settings }: Gateway, mode: PartnerMode): void {
  if (mode !== 'test' || !hasTestMode(settings)) throw new DomainError('partnerNoTestGateway');
}

export const logCalls = {
  /** Webhook messages, newest first. */
  messages: log(v.object({ webhook: v.optional(text(60)), from }), (partner, input, _mode, gateway) =>
    listMessages(partner, { ...input, pageSize: 50 }, gateway),
  ),
  /** A message with all its delivery attempts. */
  message: log(v.object({ id: text(60) }), async (partner, { id }, _mode, gateway) => {
    const found = await deliveriesOf(gateway, partner, id);
    if (!found) throw missing();
    return found;
  }),
  replay: log(v.object({ id: text(60) }), async (partner, { id }, _mode, gateway) => {
    if (!(await replayMessage(gateway, partner, id))) throw missing();
    return { id };
  }),
  /** Sends a test message to a webhook. */
  tryWebhook: log(v.object({ id: text(60) }), (partner, { id }, _mode, gateway) =>
    gateway.db.tx((tx) => tryWebhook(tx, gateway, { partner, id })),
  ),
  /** Number of messages sent to each webhook. */
  sent: log(v.object({}), async (partner, _input, mode, { db, now }) => ({
    items: (await listWebhooks(db.run, partner, mode, now())).map(({ id, sent }) => ({ id, sent })),
  })),
  /** Signed requests, newest first: all, only refused ones, or the one with an id. */
  requests: log(
    v.object({ id: v.optional(text(60)), refused: v.optional(v.literal('yes')), from }),
    async (partner, { id, refused, from }, mode, { db, partnerRequests }) => {
      await partnerRequests.flush();
      let rows = db.run
        .selectFrom('partner_request')
        .selectAll()
        .where('partner', '=', partner)
        .where('mode', '=', mode);
      if (id) rows = rows.where('id', '=', id);
      if (refused) rows = rows.where('error', 'is not', null);
      const { items, next } = await newestFirst(rows, { at: 'at', id: 'id' }, from);
      return {
        items: items.map(({ partner: _, at, about, ...row }) => ({
          ...row,
          at: at.toISOString(),
          about: JSON.parse(about) as object,
        })),
        ...(next && { next }),
      };
    },
  ),
  /** Usage on each of the last thirty days, and the number of linked customers. */
  usage: log(v.object({}), async (partner, _input, mode, { db, partnerRequests, now }) => {
    await partnerRequests.flush();
    const rows = await db.run
      .selectFrom('partner_usage')
      .select(['day', 'what', 'count'])
      .where('partner', '=', partner)
      .where('mode', '=', mode)
      .where('day', '>', dayOf(now() - 30 * dayLength))
      .orderBy('day')
      .execute();
    const { linked } = await db.run
      .selectFrom('partner_member')
      .select((is) => is.fn.countAll<number>().as('linked'))
      .where('partner', '=', partner)
      .executeTakeFirstOrThrow();
    const { last } = await db.run
      .selectFrom('partner_key_use')
      .select((is) => is.fn.max<Date | null>('used_at').as('last'))
      .where('partner', '=', partner)
      .executeTakeFirstOrThrow();
    return {
      linked: Number(linked),
      ...(last && { lastUsedAt: last.toISOString() }),
      items: rows.map(({ day, what, count }) => ({ day, what, count: Number(count) })),
    };
  }),
  /** The webhooks of the partner with what waits for each. */
  backlog: log(v.object({}), async (partner, _input, mode, { db, now }) => ({
    items: await backlogOf(db.run, partner, mode, now()),
  })),
  /** The declared deprecations, and which of them the partner's pages use. */
  deprecations: log(v.object({}), async (partner, _input, _mode, { db, deprecations }) => ({
    items: await listDeprecations(db.run, deprecations, partner),
  })),
  /** The customers of test mode, and what can be done to the things of one. */
  sandbox: log(v.object({ member: v.optional(text(100)) }), (partner, { member }, mode, gateway) => {
    assertTest(gateway, mode);
    return sandboxOf(gateway, partner, member);
  }),
  /** An act of `POST /embed/v1/test`. */
  act: log(v.object({ input: v.record(v.string(), v.unknown()) }), (partner, { input }, mode, gateway) => {
    assertTest(gateway, mode);
    return actInSandbox(gateway, partner, input);
  }),
  /** A customer of test mode. */
  addCustomer: log(
    v.object({
      member: text(100),
      password: v.pipe(v.string(), v.minLength(8), v.maxLength(128)),
      balance: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_00)),
    }),
    (partner, { member: reference, ...about }, mode, gateway) => {
      assertTest(gateway, mode);
      return addTestMember(gateway, { partner, reference, ...about });
    },
  ),
  /** A token for the preview of a feature. */
  preview: log(v.object({ feature: v.picklist(features) }), (partner, { feature }, mode, gateway) => {
    assertTest(gateway, mode);
    return previewToken(gateway, partner, feature);
  }),
} satisfies Record<string, LogCall>;

export type LogName = keyof typeof logCalls;
