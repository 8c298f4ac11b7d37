import type { Problems } from '../../contract/wire/problem';
import type { Seen } from './seen';

/** Why a call failed. */
type FailureKind =
  /** No connection, or none that held. */
  | 'offline'
  /** No answer within the 60 s of spec §9. */
  | 'timeout'
  /** An HTTP status other than 200 (spec §8). */
  | 'http'
  /** 510: not signed in. Already handled: the member is on the way to the sign-in screen. */
  | 'expired'
  /** Understood and turned down: `message` is the server's, in the member's language. */
  | 'refused'
  /** Given up by the caller. */
  | 'aborted';

export class Failure extends Error {
  /** Without a connection: what was answered before, and when. */
  declare seen?: Seen | undefined;

  constructor(
    readonly kind: FailureKind,
    message = '',
    readonly problems: Problems = {},
  ) {
    super(message);
  }
}

/** What was caught, if it is a failure of a call. Anything else is a mistake in the program, and thrown again. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}
