import type { Executor } from '../db/database';
import type { MessageName } from '../kernel/messages';

/** The unit of each rule, its default value, and its maximum. */
export const rules = {
  /** For a machine that was online on a day. */
  pointsPerMachine: { words: 'rule_pointsPerMachine', unit: 'points', value: 2, most: 10_000 },
  beansPerMachine: { words: 'rule_beansPerMachine', unit: 'beans', value: 1, most: 10_000 },
  /** In addition to a day's rent: for every first-level friend with working machines, and for a membership. */
  accelerationPerFriend: { words: 'rule_accelerationPerFriend', unit: 'permille', value: 10, most: 1000 },
  accelerationMost: { words: 'rule_accelerationMost', unit: 'permille', value: 100, most: 1000 },
  accelerationMembership: { words: 'rule_accelerationMembership', unit: 'permille', value: 50, most: 1000 },
  /** Percentage of the price of machines for the buyer's inviter, and for that member's inviter. */
  rewardLevel1: { words: 'rule_rewardLevel1', unit: 'permille', value: 30, most: 500 },
  rewardLevel2: { words: 'rule_rewardLevel2', unit: 'permille', value: 0, most: 500 },
  /** Days from the first day online to the credit of a reward: a refund in between costs nobody anything. */
  rewardHoldDays: { words: 'rule_rewardHoldDays', unit: 'days', value: 7, most: 90 },
  /** Promotion value for a machine that an invited friend has bought. */
  promotionPerMachine: { words: 'rule_promotionPerMachine', unit: 'value', value: 10, most: 10_000 },
  /** Number of first-level friends with working machines, and number of those machines, that make a member a team leader. */
  leaderFriends: { words: 'rule_leaderFriends', unit: 'friends', value: 5, most: 10_000 },
  leaderMachines: { words: 'rule_leaderMachines', unit: 'machines', value: 20, most: 100_000 },
  /** Number of cloud phones of a member and of those they invited that unfreezes points and beans (spec §4, §9). */
  unfreezeMachines: { words: 'rule_unfreezeMachines', unit: 'machines', value: 100, most: 100_000 },
  /** The coupon for everybody's first order: its value (0: none), the minimum total, and its validity in days. */
  firstCoupon: { words: 'rule_firstCoupon', unit: 'fen', value: 10_00, most: 1000_00 },
  firstCouponMinimum: { words: 'rule_firstCouponMinimum', unit: 'fen', value: 50_00, most: 10_000_00 },
  firstCouponDays: { words: 'rule_firstCouponDays', unit: 'days', value: 30, most: 365 },
} as const satisfies Record<string, { words: MessageName; unit: string; value: number; most: number }>;

export type RuleName = keyof typeof rules;
export type Rules = Record<RuleName, number>;
export const ruleNames = Object.keys(rules) as RuleName[];

export const isRule = (name: string): name is RuleName => ruleNames.includes(name as RuleName);

interface Value {
  rule: string;
  value: number;
  from_day: string;
  set_at: Date;
}

/** The value of every rule on a day, from stored values in any order. */
export function rulesOf(values: readonly Value[], day: string): Rules {
  const later = (a: Value, b: Value) =>
    a.from_day === b.from_day ? a.set_at >= b.set_at : a.from_day > b.from_day;
  return Object.fromEntries(
    ruleNames.map((name) => {
      const counting = values
        .filter(({ rule, from_day }) => rule === name && from_day <= day)
        .reduce<Value | undefined>((best, one) => (best && !later(one, best) ? best : one), undefined);
      return [name, Number(counting?.value ?? rules[name].value)];
    }),
  ) as Rules;
}

/** The value of every rule on a day, `2026-11-20` in China. */
export const rulesOn = async (run: Executor, day: string): Promise<Rules> =>
  rulesOf(
    await run
      .selectFrom('rule_value')
      .select(['rule', 'value', 'from_day', 'set_at'])
      .where('from_day', '<=', day)
      .execute(),
    day,
  );
