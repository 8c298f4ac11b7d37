/** The rules for members' accruals. */
export interface RuleTables {
  rule_value: RuleValueTable;
}

/** The value of a rule from a day on; the newest value that is not in the future counts. */
interface RuleValueTable {
  id: string;
  rule: string;
  value: number;
  /** `2026-11-20`, in China. */
  from_day: string;
  set_at: Date;
  /** The reason, in the operator's words. */
  reason: string;
}
