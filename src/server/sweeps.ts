import { sweepSessions } from './auth/expiry';
import { sweepMessages } from './delivery/outbox';
import { sweepEmbeds } from './embed/expiry';
import { sweepNonces } from './http/admission';
import { type Sweep, sweepJobs } from './jobs/housekeeping';
import { sweepAnswers } from './kernel/idempotency';
import { sweepAttempts } from './kernel/rate-limit';
import { sweepPartners } from './partners/expiry';
import { sweepMediaTickets } from './share/media-ticket';
import { sweepReservations } from './upload/quota';

/** Each room's function that deletes its expired rows. */
export const sweeps: readonly Sweep[] = [
  sweepJobs,
  sweepNonces,
  sweepAttempts,
  sweepAnswers,
  sweepSessions,
  sweepMediaTickets,
  sweepReservations,
  sweepMessages,
  sweepEmbeds,
  sweepPartners,
];
