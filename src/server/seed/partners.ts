import { embedFeatures } from '../../contract/embed/features';
import type { Tx } from '../db/database';
import { demoPartner } from '../settings/partners';
import { demo, democn } from './members';

const features = Object.keys(embedFeatures).join(' ');

/** The demo shop knows two members, by their usernames, who have allowed it everything. */
export const seedPartners = (tx: Tx, now: number) =>
  tx
    .insertInto('partner_member')
    .values([
      { partner: demoPartner, reference: 'demo', member: demo, at: new Date(now), features },
      { partner: demoPartner, reference: 'democn', member: democn, at: new Date(now), features },
    ])
    .execute();
