/**
 * The database is unreachable, has become a read-only standby, has no free connection, or a lock was held for too long (PostgreSQL's
 * 25006, 55P03, 57014, 57P0x, 53xxx and class 08, or the socket's own codes).
 */
export function isUnavailable(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return (
    isLost(error) ||
    isDiskFull(error) ||
    /^(53\w{3}|55P03|57014)$/.test(code) ||
    (code === 'XX000' && lostNode.test(message)) ||
    /^timeout exceeded/.test(message)
  );
}

/** Citus: a node went while the transaction used it. It passes on, under its own code, what the node or the client library said last. */
const lostNode =
  /^(failure on connection marked as essential|server closed the connection unexpectedly|terminating connection due to|postmaster was shut down)/;

/** A disk takes nothing more: it is full, its quota is used up, or it was mounted again for reading only. */
export const isDiskFull = (error: unknown): boolean =>
  /^(ENOSPC|EDQUOT|EROFS)$/.test((error as { code?: string }).code ?? '');

/** The connection is unusable but another one may work: it broke, its server has become a standby, or does not answer. */
export function isLost(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return (
    /^(08\w{3}|25006|57P0[1-3]|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE)$/.test(code) ||
    /^(Connection terminated|Client has encountered a connection error|Query read timeout)/.test(message)
  );
}
