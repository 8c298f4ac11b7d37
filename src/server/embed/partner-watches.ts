import * as v from 'valibot';
import { mostWatchMinutes, watchStates } from '../../contract/buying/watches';
import { required } from '../../contract/rules/fields';
import type { Gateway } from '../kernel/gateway';
import { attempt } from '../kernel/rate-limit';
import { lackOf, watchedMachines } from '../screen/watched-machines';
import { askToWatch } from '../screen/watches/ask';
import { endWatch, settled } from '../screen/watches/end';
import { isOver, stateOf, type WatchRow, watchOf } from '../screen/watches/row';
import { issueEntry } from '../screen/watches/tickets';
import { isListed } from '../settings/partner-origins';
import type { Partner } from '../settings/partners';
import { connectUrlOf } from './connections';
import { canWatch } from './may-watch';
import { endpoint, operation, origin, reference, requestId } from './partner-api';
import { PartnerRefused } from './refusals';
import { assertEnabled } from './signed-request';
import { allowedFeatures, memberOf } from './state';

const id = v.pipe(v.string(), v.maxLength(60), v.description('The id of the question'));
const named = { member: reference, id };

/** How a question and the watching stand. */
export const askedWatch = v.strictObject({
  member: reference,
  id,
  state: v.pipe(
    v.picklist(watchStates),
    v.description(
      'asked: not answered yet. declined or expired: no. allowed: you may open it. watching: a page shows it. ended: it is over',
    ),
  ),
  until: v.pipe(v.string(), v.description('When it ends by itself, or has ended: ISO 8601')),
  requestId,
});

const asking = operation({
  id: 'askToWatch',
  summary: 'Asks a customer whether your support may watch a cloud phone; they have five minutes to answer',
  input: v.strictObject({
    act: v.literal('ask'),
    member: reference,
    phone: v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(60),
      v.description('The id of the cloud phone: `id` in the path of its screen, as in cp-routechange'),
    ),
    person: v.pipe(required(60), v.description('The name of the support person, for the customer')),
    reason: v.pipe(required(200), v.description('Why, for the customer')),
    minutes: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(1),
        v.maxValue(mostWatchMinutes),
        v.description('For how long, counted from the answer'),
      ),
      mostWatchMinutes,
    ),
    origin: v.pipe(origin, v.description('The exact origin of your support page')),
  }),
  answer: askedWatch,
  refusals: [
    'partner_disabled',
    'feature_not_allowed',
    'origin_not_allowed',
    'member_not_linked',
    'feature_not_linked',
    'object_unknown',
    'act_refused',
  ],
  once: true,
});
const getting = operation({
  id: 'getWatch',
  summary: 'How a question stands',
  input: v.strictObject({ act: v.literal('get'), ...named }),
  answer: askedWatch,
  refusals: ['partner_disabled', 'member_not_linked', 'object_unknown'],
});
const opening = operation({
  id: 'openWatch',
  summary: 'An address for a frame in your support page, valid once within a minute; the one before closes',
  input: v.strictObject({ act: v.literal('open'), ...named }),
  answer: v.strictObject({
    ...named,
    url: v.pipe(v.string(), v.description('For the `src` of an iframe')),
    until: v.pipe(v.string(), v.description('When the watching ends: ISO 8601')),
    requestId,
  }),
  refusals: ['partner_disabled', 'member_not_linked', 'object_unknown', 'act_refused'],
});
const ending = operation({
  id: 'endWatch',
  summary: 'Takes a question back, or ends the watching',
  input: v.strictObject({ act: v.literal('end'), ...named }),
  answer: askedWatch,
  refusals: ['partner_disabled', 'member_not_linked', 'object_unknown'],
});

const rules = v.variant('act', [asking.input, getting.input, opening.input, ending.input]);
type Input = v.InferOutput<typeof rules>;
type Question = Extract<Input, { act: 'ask' }>;

const perPartner = { max: 600, window: 60_000 };
/** Each question is a message to the customer. */
const asked = { max: 5, window: 3_600_000 };

const answerOf = (row: WatchRow, member: string, now: number) => ({
  member,
  id: row.id,
  state: stateOf(row, now),
  until: (row.ended_at ?? row.until).toISOString(),
});

/** A question of this partner to this member, as it stands now. */
async function ownWatch(gateway: Gateway, partner: Partner, member: string, id: string): Promise<WatchRow> {
  const row = await watchOf(gateway.db.run, { member, id });
  if (!row || row.partner !== partner.id)
    throw new PartnerRefused('object_unknown', `The customer has no question ${id}`);
  return settled(gateway, row);
}

async function ask(partner: Partner, member: string, input: Question, gateway: Gateway): Promise<WatchRow> {
  const { db } = gateway;
  const { phone, person, reason, minutes, origin } = input;
  const now = gateway.now();
  const isAllowed = await allowedFeatures(db.run, { partner: partner.id, member });
  if (!isAllowed('screen')) {
    const connectUrl = connectUrlOf(gateway, partner, { member: input.member, origin, feature: 'screen' });
    throw new PartnerRefused('feature_not_linked', 'The member has not allowed screen', { connectUrl });
  }
  const [machine] = await watchedMachines(db.run, member, [phone]);
  if (!machine) throw new PartnerRefused('object_unknown', `The customer has no cloud phone ${phone}`);
  const lack = lackOf(machine);
  if (lack) throw new PartnerRefused('act_refused', `The screen of ${phone} cannot be seen now: ${lack}`);
  if (!(await attempt(db.run, `watch:${partner.id}:${member}`, asked, now)).allowed)
    throw new PartnerRefused('rate_limited', 'Too many questions to this customer in an hour');
  const row = await db.tx((tx) =>
    askToWatch(tx, partner, { member, machine: phone, person, reason, origin, minutes }, now),
  );
  if (!row)
    throw new PartnerRefused('act_refused', `A question about ${phone} is open, or somebody watches it`);
  return row;
}

/** Lets a partner's support watch the screen of a cloud phone, if its member says yes to this one question. */
async function answerWatches(partner: Partner, input: Input, gateway: Gateway): Promise<object> {
  const { db, settings } = gateway;
  const { member: reference } = input;
  if (!(await attempt(db.run, `watches:${partner.id}`, perPartner, gateway.now())).allowed)
    throw new PartnerRefused('rate_limited', 'Too many calls, please wait a minute');
  await assertEnabled(gateway, partner);
  if (input.act === 'ask' && !canWatch(partner))
    throw new PartnerRefused('feature_not_allowed', 'screen is not one of the partner’s features');
  if (input.act === 'ask' && !isListed(partner.origins, input.origin))
    throw new PartnerRefused('origin_not_allowed', `${input.origin} is not one of the partner’s origins`);
  const member = await memberOf(db.run, partner.id, reference);
  if (!member)
    throw new PartnerRefused('member_not_linked', `No member ${reference} is linked to the partner`);
  if (input.act === 'ask')
    return answerOf(await ask(partner, member, input, gateway), reference, gateway.now());
  const row = await ownWatch(gateway, partner, member, input.id);
  if (input.act === 'get') return answerOf(row, reference, gateway.now());
  if (input.act === 'end') {
    const ended = await db.tx((tx) => endWatch(tx, row, 'partner', gateway.now()));
    return answerOf(ended ?? row, reference, gateway.now());
  }
  if (row.answer !== 'allowed' || isOver(row, gateway.now()))
    throw new PartnerRefused('act_refused', `It is ${stateOf(row, gateway.now())}`);
  const ticket = await issueEntry(gateway, row);
  const url = `${new URL(settings.publicUrl).origin}/watch?ticket=${ticket}`;
  return { member: reference, id: row.id, url, until: row.until.toISOString() };
}

export const watches = endpoint({
  path: 'watches',
  rules,
  operations: [asking, getting, opening, ending],
  handle: answerWatches,
});
