/** The rules by which members come to have what they have. */
export interface RuleTables {
  rule_value: RuleValueTable;
}

/** A value that a rule has from a day on; the newest of the last day that is not in the future counts. */
interface RuleValueTable {
  id: string;
  rule: string;
  value: number;
  /** `2026-11-20`, in China. */
  from_day: string;
  set_at: Date;
  /** Why, as the operator wrote it. */
  reason: string;
}
