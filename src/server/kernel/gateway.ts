import type { RequestCounter } from './request-counter';
import type { Services } from './services';

/** The running gateway: what is shared, and what only its entrances need. */
export interface Gateway extends Services {
  requests: RequestCounter;
  /** Milliseconds since the epoch. */
  now(): number;
}
