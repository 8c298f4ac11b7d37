import type { CheckedInput, Endpoint } from '../http/endpoint';
import type { RequestContext } from '../kernel/context';

class RolledBack extends Error {
  constructor(readonly answer: object) {
    super('rolled back on purpose');
  }
}

/**
 * What a call would answer, and refuse, now: the real handler, whose transaction is rolled back. For handlers that do all
 * they do in one, or leave the rest out of a rehearsal.
 */
export async function dryRun(
  handler: Endpoint['handler'],
  input: CheckedInput,
  ctx: RequestContext,
): Promise<object> {
  const tx: RequestContext['db']['tx'] = (work, options) =>
    ctx.db.tx(async (inner) => {
      throw new RolledBack((await work(inner)) as object);
    }, options);
  try {
    return await handler(input, { ...ctx, payConfirmed: true, rehearsal: true, db: { ...ctx.db, tx } });
  } catch (error) {
    if (error instanceof RolledBack) return error.answer;
    throw error;
  }
}
