import type { Tx } from '../db/database';
import { demoPartner } from '../settings/partners';
import { demo, democn } from './members';

/** The demo shop knows two members, by their usernames. */
export const seedPartners = (tx: Tx, now: number) =>
  tx
    .insertInto('partner_member')
    .values([
      { partner: demoPartner, reference: 'demo', member: demo, at: new Date(now) },
      { partner: demoPartner, reference: 'democn', member: democn, at: new Date(now) },
    ])
    .execute();
