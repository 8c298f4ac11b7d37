/** Milestones that members have reached. */
export interface AccrualTables {
  milestone: MilestoneTable;
}

/** A milestone of a member, recorded once. */
interface MilestoneTable {
  member: string;
  kind: 'teamLeader' | 'unfrozen' | 'firstCoupon';
  at: Date;
}
