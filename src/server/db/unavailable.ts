/**
 * The database is away, has become a standby that only reads, has no connection left, or something held a lock for too long
 * (PostgreSQL's 25006, 55P03, 57014, 57P0x, 53xxx and class 08, or the socket's own codes).
 */
export function isUnavailable(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return isLost(error) || /^(53\w{3}|55P03|57014|ENOSPC)$/.test(code) || /^timeout exceeded/.test(message);
}

/** The connection is no good any more, so that another one may be: it broke, or its server has become a standby. */
export function isLost(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return (
    /^(08\w{3}|25006|57P0[1-3]|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE)$/.test(code) ||
    /^(Connection terminated|Client has encountered a connection error)/.test(message)
  );
}
