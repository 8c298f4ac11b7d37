import { randomUUID } from 'node:crypto';
import type { Executor, Tx } from '../db/database';
import { dayOf } from '../kernel/dates';
import { DomainError } from '../kernel/domain-error';
import { translate } from '../kernel/messages';
import { isRule, type RuleName, ruleNames, rules, rulesOn } from './rules';

const ruleNamed = (name: string): RuleName => {
  if (!isRule(name)) throw new DomainError('ruleMissing', { known: ruleNames.join(', ') });
  return name;
};

interface NewValue {
  value: number;
  /** `2026-11-20`; tomorrow at the earliest, because the rules of a day must not change during it. */
  from: string;
  reason: string;
}

/** Sets the value of a rule from a day on. */
export async function setRule(tx: Tx, name: string, { value, from, reason }: NewValue, now: number) {
  const rule = ruleNamed(name);
  if (value > rules[rule].most) throw new DomainError('ruleTooMuch', { most: rules[rule].most });
  if (from <= dayOf(now)) throw new DomainError('ruleTooEarly');
  await tx
    .insertInto('rule_value')
    .values({ id: randomUUID(), rule, value, from_day: from, set_at: new Date(now), reason })
    .execute();
  return { rule, value, unit: rules[rule].unit, from };
}

/** Every rule with its value today. */
export async function listRules(run: Executor, now: number) {
  const today = await rulesOn(run, dayOf(now));
  return ruleNames.map((rule) => ({
    rule,
    value: today[rule],
    unit: rules[rule].unit,
    what: translate('en', rules[rule].words),
  }));
}

/** The newest value that was set of a rule, in force or not yet; undefined for a name that no rule has. */
export const newestOf = async (run: Executor, name: string) =>
  name in rules ? (await ruleHistory(run, name))[0] : undefined;

/** The past, current and future values of a rule, newest first; at the end its default. */
export async function ruleHistory(run: Executor, name: string) {
  const rule = ruleNamed(name);
  const rows = await run
    .selectFrom('rule_value')
    .select(['value', 'from_day as from', 'set_at as setAt', 'reason'])
    .where('rule', '=', rule)
    .orderBy('from_day', 'desc')
    .orderBy('set_at', 'desc')
    .execute();
  return [...rows, { value: rules[rule].value, from: 'the beginning' }];
}
