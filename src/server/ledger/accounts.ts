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
