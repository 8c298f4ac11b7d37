import { byMember, type SpreadOf } from '../schema/spread';

/** The rules for members' accruals. */
export interface RuleTables {
  rule_value: RuleValueTable;
  held_reward: HeldRewardTable;
  reward_debt: RewardDebtTable;
}

export const spread: SpreadOf<RuleTables> = {
  rule_value: 'everywhere',
  held_reward: byMember,
  reward_debt: byMember,
};

/** A reward for a friend's purchase that is not credited yet; the row is deleted with the credit, or with a refund. */
interface HeldRewardTable {
  /** The device order, the member and the rule. */
  id: string;
  serial_number: string;
  member: string;
  kind: 'balance' | 'promotion';
  rule: string;
  /** In the smallest unit of the account. */
  amount: number;
  /** The first day online: `2026-11-20`, in China. */
  day: string;
  credit_at: Date;
}

/** The spent part of rewards that were taken back: deducted from the next rewards to the same account. */
interface RewardDebtTable {
  member: string;
  kind: 'balance' | 'promotion';
  owed: number;
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
