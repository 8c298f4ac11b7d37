import type { Deprecation } from '../../contract/embed/deprecations';
import type { WorkAsked } from '../../contract/wire/work';
import type { RequestCounter } from './request-counter';
import type { PartnerRequests, Services } from './services';
import type { WaitingList } from './waiting-list';

/** Asks strangers' devices for work, and knows whether it was done (`http/work.ts`). */
export interface Work {
  ask(): Promise<WorkAsked>;
  /** Whether the text is a solution, which this uses up: a second use is rejected as a replay. */
  isProof(text: string): Promise<boolean>;
}

/** The running gateway: the shared services, and what only its entrances need. */
export interface Gateway extends Services {
  requests: RequestCounter;
  partnerRequests: PartnerRequests;
  work: Work;
  /** Lists of work that waits for people. */
  waitingLists: readonly WaitingList[];
  /** Releases and options of the embeds that will end. */
  deprecations: readonly Deprecation[];
  /** Milliseconds since the epoch. */
  now(): number;
}
