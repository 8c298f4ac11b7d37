/** What members have reached. */
export interface AccrualTables {
  milestone: MilestoneTable;
}

/** What a member reached, once. */
interface MilestoneTable {
  member: string;
  kind: 'teamLeader' | 'unfrozen' | 'firstCoupon';
  at: Date;
}
