import type { Problems } from '../../contract/wire/problem';
import type { Seen } from './seen';

/** The kinds of failure of a call. */
type FailureKind =
  /** No connection, or a connection that broke. */
  | 'offline'
  /** No response within the 60 s of spec §9. */
  | 'timeout'
  /** An HTTP status other than 200 (spec §8). */
  | 'http'
  /** 510: not signed in. Already handled: the app is leading the member to the sign-in screen. */
  | 'expired'
  /** Understood and refused: `message` is the server's, in the member's language. */
  | 'refused'
  /** Aborted by the caller. */
  | 'aborted';

export class Failure extends Error {
  /** Offline: the earlier answer, and its time. */
  declare seen?: Seen | undefined;

  constructor(
    readonly kind: FailureKind,
    message = '',
    readonly problems: Problems = {},
  ) {
    super(message);
  }
}

/** Whether no response came: the call may have reached the server or not. */
export const isLost = ({ kind }: Failure): boolean => kind === 'offline' || kind === 'timeout';

/** Returns a caught error if it is a `Failure`. Any other error is a bug, and is rethrown. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}
