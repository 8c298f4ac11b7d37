import type { Asset, Kind } from '../ledger/accounts';
import type { RuleName, Rules } from '../rules/rules';

/** An amount that a rule grants: whole points, beans or promotion value, or fen. */
export interface Accrual {
  rule: RuleName;
  kind: Kind;
  asset: Asset;
  amount: number;
}

const permilleOf = (amount: number, permille: number) => Math.floor((amount * permille) / 1000);

/** A past day of a device order. */
export interface Day {
  /** Machines that were online on that day, and the rent they earned in fen. */
  machines: number;
  rent: number;
  /** The owner's friends with working machines. */
  friends: number;
  membership: boolean;
}

/** The accruals of machines on a day in addition to the rent, without those that are zero. */
export function ofDay({ machines, rent, friends, membership }: Day, rules: Rules): Accrual[] {
  const friendly = Math.min(friends * rules.accelerationPerFriend, rules.accelerationMost);
  const all: Accrual[] = [
    { rule: 'pointsPerMachine', kind: 'points', asset: 'points', amount: machines * rules.pointsPerMachine },
    {
      rule: 'beansPerMachine',
      kind: 'cloudBeans',
      asset: 'cloudBeans',
      amount: machines * rules.beansPerMachine,
    },
    { rule: 'accelerationPerFriend', kind: 'balance', asset: 'CNY', amount: permilleOf(rent, friendly) },
    {
      rule: 'accelerationMembership',
      kind: 'balance',
      asset: 'CNY',
      amount: membership ? permilleOf(rent, rules.accelerationMembership) : 0,
    },
  ];
  return all.filter(({ amount }) => amount > 0);
}

/** Machines that were bought; `paid`: their price in fen. */
export interface Bought {
  machines: number;
  paid: number;
}

/** The accruals of the buyer's inviter (level 1) and of that member's inviter (level 2). */
export function ofPurchase({ machines, paid }: Bought, level: 1 | 2, rules: Rules): Accrual[] {
  const rule = level === 1 ? 'rewardLevel1' : 'rewardLevel2';
  const all: Accrual[] = [{ rule, kind: 'balance', asset: 'CNY', amount: permilleOf(paid, rules[rule]) }];
  if (level === 1)
    all.push({
      rule: 'promotionPerMachine',
      kind: 'promotion',
      asset: 'promotion',
      amount: machines * rules.promotionPerMachine,
    });
  return all.filter(({ amount }) => amount > 0);
}

/** Whether a team makes its inviter a team leader. */
export const leads = (team: { friends: number; machines: number }, rules: Rules): boolean =>
  team.friends >= rules.leaderFriends && team.machines >= rules.leaderMachines;
