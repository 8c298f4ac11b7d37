import type { embedCodes } from '../../contract/embed/embed';
import type { rejectionCodes } from '../../contract/wire/codes';

export type Reason = keyof typeof rejectionCodes | Exclude<keyof typeof embedCodes, 'confirm'>;

const statuses: Record<Reason, number> = {
  type: 415,
  size: 413,
  signature: 401,
  shape: 400,
  clock: 400,
  replay: 400,
  identity: 400,
  unknown: 404,
  rate: 429,
  busy: 503,
  scope: 403,
  origin: 403,
  disabled: 403,
};

/** The request was rejected before its sender was identified. */
export class RequestRejected extends Error {
  constructor(readonly reason: Reason) {
    super(reason);
  }

  get status(): number {
    return statuses[this.reason];
  }
}
