import type { Limits } from './rate-limit';
import type { Services } from './services';

/** The running gateway: what is shared, and what only its entrances need. */
export interface Gateway extends Services {
  limits: Limits;
  /** Milliseconds since the epoch. */
  now(): number;
}
