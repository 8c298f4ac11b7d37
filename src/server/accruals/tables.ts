import { byMember, type SpreadOf } from '../schema/spread';

/** Milestones that members have reached. */
export interface AccrualTables {
  milestone: MilestoneTable;
}

export const spread: SpreadOf<AccrualTables> = {
  milestone: byMember,
};

/** A milestone of a member, recorded once. */
interface MilestoneTable {
  member: string;
  kind: 'teamLeader' | 'unfrozen' | 'firstCoupon';
  at: Date;
}
