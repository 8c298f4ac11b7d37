import type { CheckedInput, Endpoint } from '../http/endpoint';
import type { RequestContext } from '../kernel/context';

class RolledBack extends Error {
  constructor(readonly answer: object) {
    super('rolled back on purpose');
  }
}

/**
 * The answer or refusal that a call would have now: runs the real handler and rolls back its transaction. Only for handlers that do
 * everything in one transaction, or skip the rest if `rehearsal` is set.
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
