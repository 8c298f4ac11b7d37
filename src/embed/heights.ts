import type { EmbedFeature } from '../contract/embed';

/** Pixels that an embed takes up before it knows better, also where it was rendered on a server: nothing around it moves when it comes. */
export const heights: Record<EmbedFeature, number> = {
  wallet: 424,
  'work-orders': 360,
  notices: 320,
  devices: 420,
  orders: 360,
  points: 420,
  chat: 420,
  accounts: 420,
  logs: 420,
  feed: 420,
  shop: 420,
  promotion: 360,
  invitation: 360,
  declarations: 420,
};
