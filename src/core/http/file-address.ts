import type { Wire } from './answer';

/** A file's address where the gateway is, which in somebody else's page is not where the page is. */
export const fileAddress = ({ base }: Wire, url: string): string =>
  /^https?:/.test(base) ? new URL(url, base).href : url;
