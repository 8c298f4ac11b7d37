import * as v from 'valibot';
import { watchStates } from '../buying/watches';
import { deprecationKinds } from './deprecations';

const member = v.pipe(v.string(), v.description('Your id for the customer'));
const number = v.pipe(v.string(), v.description('The number that the customer sees'));
const orderNo = v.pipe(v.string(), v.description('The number of the order'));

/** The messages that partners receive, by `type`, with the fields of `data`: ids and states, never amounts, names or reasons. */
export const partnerEvents = {
  'withdrawal.updated': v.pipe(
    v.strictObject({
      member,
      number,
      state: v.picklist(['applied', 'approved', 'rejected', 'remitted']),
    }),
    v.description('A customer applied for a withdrawal, or it was approved, rejected or remitted'),
  ),
  'order.paid': v.pipe(v.strictObject({ member, orderNo }), v.description('An order was paid in full')),
  'order.refunded': v.pipe(v.strictObject({ member, orderNo }), v.description('An order was refunded')),
  'work_order.answered': v.pipe(v.strictObject({ member, number }), v.description('Support answered')),
  'notice.published': v.pipe(
    v.strictObject({
      member: v.optional(member),
      id: v.pipe(v.string(), v.description('The id of the notice')),
    }),
    v.description('A notice was published for everybody, or for the named customer'),
  ),
  'link.ended': v.pipe(
    v.strictObject({ member }),
    v.description('The link to a customer ended; their tokens are revoked'),
  ),
  'watch.updated': v.pipe(
    v.strictObject({
      member,
      id: v.pipe(v.string(), v.description('The id of the question')),
      state: v.picklist(watchStates),
    }),
    v.description('A customer answered whether you may watch a screen, or the watching began or was ended'),
  ),
  'deprecation.found': v.pipe(
    v.strictObject({
      id: v.pipe(v.string(), v.description('Names the deprecation')),
      what: v.picklist(deprecationKinds),
      name: v.pipe(v.string(), v.description('The version or the option')),
      endsOn: v.pipe(v.string(), v.description('The first day on which it may no longer work: 2027-06-01')),
    }),
    v.description('One of your pages uses a release or an option that will end. Sent once'),
  ),
} as const;

export type PartnerEventType = keyof typeof partnerEvents;
