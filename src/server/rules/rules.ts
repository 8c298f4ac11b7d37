import type { Executor } from '../db/database';
import type { MessageName } from '../kernel/messages';

/** What each rule is counted in, the value that it has until somebody sets another, and the most that it may be. */
export const rules = {
  /** For a machine that was online on a day. */
  pointsPerMachine: { words: 'rule_pointsPerMachine', unit: 'points', value: 2, most: 10_000 },
  beansPerMachine: { words: 'rule_beansPerMachine', unit: 'beans', value: 1, most: 10_000 },
  /** On top of the rent of a day: for every friend of the first level whose machines are at work, and for a membership. */
  accelerationPerFriend: { words: 'rule_accelerationPerFriend', unit: 'permille', value: 10, most: 1000 },
  accelerationMost: { words: 'rule_accelerationMost', unit: 'permille', value: 100, most: 1000 },
  accelerationMembership: { words: 'rule_accelerationMembership', unit: 'permille', value: 50, most: 1000 },
  /** Of what machines cost, to whoever invited their buyer, and to whoever invited that one. */
  rewardLevel1: { words: 'rule_rewardLevel1', unit: 'permille', value: 30, most: 500 },
  rewardLevel2: { words: 'rule_rewardLevel2', unit: 'permille', value: 0, most: 500 },
  /** Promotion value for a machine that an invited friend has bought. */
  promotionPerMachine: { words: 'rule_promotionPerMachine', unit: 'value', value: 10, most: 10_000 },
  /** Friends of the first level with machines at work, and those machines, that make a team leader. */
  leaderFriends: { words: 'rule_leaderFriends', unit: 'friends', value: 5, most: 10_000 },
  leaderMachines: { words: 'rule_leaderMachines', unit: 'machines', value: 20, most: 100_000 },
  /** Cloud phones of a member and of those they invited that unfreeze points and beans (spec §4, §9). */
  unfreezeMachines: { words: 'rule_unfreezeMachines', unit: 'machines', value: 100, most: 100_000 },
  /** The coupon that everybody has for the first order: what it is worth (none for 0), from what sum on, for how many days. */
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

/** The value of every rule on a day, of values in any order. */
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
