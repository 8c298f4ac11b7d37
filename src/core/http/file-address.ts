import type { Wire } from './answer';

/** The address of a picture in a deployment's cloud store (spec §7), built from its id. */
export const cloudAddress = (cloudStore: string, id: string): string => `${cloudStore}/${id}`;

/** The full address of a file at the gateway, because a partner's page has another origin. */
export const fileAddress = ({ base }: Wire, url: string): string =>
  /^https?:/.test(base) ? new URL(url, base).href : url;
