/**
 * Features that a partner may embed. To add one, add a line here, its screens in `src/embed/features.ts`, its scopes at the declarations
 * of its calls, and its sentence on the consent page (`safety.connect.features`). Everything else follows.
 * minHeight: the initial height of an embed in pixels, also when rendered on a server.
 * scopes: the maximum scopes of a token. None of them moves money: prepared calls are confirmed on our own origin, with a password or a
 * code.
 */
export const embedFeatures = {
  wallet: { minHeight: 425, scopes: ['wallet:read', 'withdraw:prepare', 'payout:prepare'] },
  'work-orders': { minHeight: 360, scopes: ['work-orders:read', 'work-orders:write'] },
  notices: { minHeight: 320, scopes: ['notices:read', 'notices:write'] },
  devices: {
    minHeight: 420,
    scopes: ['devices:read', 'devices:write', 'devices:buy', 'screen:read', 'screen:control'],
  },
  screen: { minHeight: 420, scopes: ['screen:read', 'screen:control'] },
  orders: { minHeight: 360, scopes: ['orders:read', 'orders:write', 'orders:pay'] },
  points: { minHeight: 420, scopes: ['points:read', 'points:buy'] },
  chat: { minHeight: 420, scopes: ['chat:read', 'chat:write'] },
  accounts: { minHeight: 420, scopes: ['accounts:read', 'accounts:write'] },
  logs: { minHeight: 420, scopes: ['logs:read'] },
  feed: { minHeight: 420, scopes: ['feed:read', 'feed:write'] },
  shop: { minHeight: 420, scopes: ['shop:read', 'shop:write'] },
  promotion: { minHeight: 360, scopes: ['promotion:read'] },
  invitation: { minHeight: 360, scopes: ['invitation:read'] },
  declarations: { minHeight: 420, scopes: ['declarations:read', 'declarations:write'] },
} as const;

export type EmbedFeature = keyof typeof embedFeatures;
export type EmbedScope = (typeof embedFeatures)[EmbedFeature]['scopes'][number];

/** Features that show what other people wrote to the member: only a member who has chosen them by name has allowed them. */
const chosenByName: readonly string[] = ['screen'];
export const isChosenByName = (feature: string): boolean => chosenByName.includes(feature);

/**
 * The other feature to which a scope of a token belongs: `screen` for `screen:read` of a token of `devices`, which a token has only if the
 * member has allowed that feature too.
 */
export function otherFeatureOf(scope: EmbedScope, feature: EmbedFeature): EmbedFeature | undefined {
  const owner = featureOf(scope);
  return owner === feature ? undefined : owner;
}

/** The feature that a scope is named after, if it is named after one. */
export function featureOf(scope: EmbedScope): EmbedFeature | undefined {
  const [name = ''] = scope.split(':');
  return name in embedFeatures ? (name as EmbedFeature) : undefined;
}
