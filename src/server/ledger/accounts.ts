/** What a member may have, and the asset it is counted in. Fen for CNY, whole numbers for the rest. */
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
  /** The least it may hold; null when it may go below zero. */
  floor: 0 | null;
}

/** A member's account, which is never below zero. */
export const memberAccount = (member: string, kind: Kind): Account => ({
  id: `member:${member}:${kind}`,
  member,
  kind,
  asset: assets[kind],
  floor: 0,
});

/**
 * The other side of what members get and give: `sales`, `rent`, `payout` … Its balance is minus what members hold because
 * of it, so it may go below zero.
 */
export const systemAccount = (name: string, asset: Asset): Account => ({
  id: `system:${name}:${asset}`,
  member: null,
  kind: name,
  asset,
  floor: null,
});

/**
 * Rows that a system account is kept in. Every movement of its kind changes it, and whoever changes a row holds it until the commit: with
 * one row, movements of different members would wait for each other. Its balance is the sum of its rows, among them one without a number: all
 * of it was kept there once, and versions from then still do.
 */
export const systemParts = 32;

/** FNV-1a: spreads names evenly, and is the same in every gateway. */
function spread(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Which of so many parts belongs to a member, or to what else moves something. */
export const partOf = (owner: string, parts: number): number => spread(owner) % parts;

/** The row of a system account that belongs to an owner; a member's account as it is. */
export const rowFor = (account: Account, owner: string): Account =>
  account.member === null ? { ...account, id: `${account.id}:${partOf(owner, systemParts)}` } : account;

/** The id of an account by that of one of its rows. */
export const accountOfRow = (id: string): string => id.replace(/^(system:[^:]+:[^:]+):\d+$/, '$1');
