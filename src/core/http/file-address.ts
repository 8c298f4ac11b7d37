import type { Wire } from './answer';

/** The address of a picture in a deployment's cloud store (spec §7): made of its id. */
export const cloudAddress = (cloudStore: string, id: string): string => `${cloudStore}/${id}`;

/** A file's address where the gateway is, which in somebody else's page is not where the page is. */
export const fileAddress = ({ base }: Wire, url: string): string =>
  /^https?:/.test(base) ? new URL(url, base).href : url;
