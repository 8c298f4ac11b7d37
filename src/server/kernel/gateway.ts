import type { RequestCounter } from './request-counter';
import type { PartnerRequests, Services } from './services';
import type { WaitingList } from './waiting-list';

/** The running gateway: the shared services, and what only its entrances need. */
export interface Gateway extends Services {
  requests: RequestCounter;
  partnerRequests: PartnerRequests;
  /** Lists of work that waits for people. */
  waitingLists: readonly WaitingList[];
  /** Milliseconds since the epoch. */
  now(): number;
}
