/** The kinds of account of a member, with their asset. Fen for CNY, integers for the rest. */
export const assets = {
  balance: 'CNY',
  store: 'CNY',
  frozen: 'CNY',
  points: 'points',
  cloudBeans: 'cloudBeans',
  promotion: 'promotion',
} as const;

export type Kind = keyof typeof assets;
export type Asset = (typeof assets)[Kind];
export const kinds = Object.keys(assets) as Kind[];

export interface Account {
  id: string;
  /** null: the platform's own. */
  member: string | null;
  kind: string;
  asset: Asset;
  /** The lowest allowed balance; null if it may be negative. */
  floor: 0 | null;
}

/** A member's account, whose balance is never negative. */
export const memberAccount = (member: string, kind: Kind): Account => ({
  id: `member:${member}:${kind}`,
  member,
  kind,
  asset: assets[kind],
  floor: 0,
});

/**
 * The counterpart of members' movements: `sales`, `rent`, `payout` … Its balance is minus the sum that members hold because of it, so it
 * may be negative.
 */
export const systemAccount = (name: string, asset: Asset): Account => ({
  id: `system:${name}:${asset}`,
  member: null,
  kind: name,
  asset,
  floor: null,
});

/** The home of movements that concern no member. */
export const platform = 'platform';

/** The system account between the homes of two members: what one home gives to another. Its balance is zero in all homes together. */
export const between = (asset: Asset): Account => systemAccount('between', asset);

/** The kind of that account in gifts of earlier versions, which were one transfer for two members and became two (`migrations.ts`). */
export const betweenEarlier = 'between-earlier';

/** An account where it lies: in the home of its member, or of the member for whom the platform moves. */
export interface Row extends Account {
  home: string;
}

/** FNV-1a: distributes names evenly, and is the same in every gateway. */
function spread(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** The part of a given number of parts that belongs to a member. */
export const partOf = (owner: string, parts: number): number => spread(owner) % parts;

/**
 * The row of a system account for a member; a member's account itself. A system account has a row for each member, because every movement
 * of its kind updates it, and a transaction locks a row until the commit: members with the same row would wait for each other. Its balance
 * is the sum of its rows. Those of earlier versions, for several members, remain with a balance of zero.
 */
export const rowFor = (account: Account, owner: string): Row =>
  account.member === null
    ? { ...account, id: `${account.id}@${owner}`, home: owner }
    : { ...account, home: account.member };

/** The id of an account from the id of one of its rows. */
export const accountOfRow = (id: string): string => id.replace(/^(system:[^:]+:[^:@]+)(?::\d+|@.+)$/, '$1');
