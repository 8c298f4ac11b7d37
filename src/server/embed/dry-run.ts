import type { Entry } from '../http/endpoint';
import type { Asked } from '../kernel/context';

class Rehearsed extends Error {
  constructor(readonly answer: object) {
    super('rolled back on purpose');
  }
}

/**
 * What a call would answer, and refuse, now: the real handler, whose transaction is rolled back. For handlers that do all
 * they do in one.
 */
export async function rehearse(handler: Entry['handler'], input: unknown, asked: Asked): Promise<object> {
  const tx: Asked['db']['tx'] = (work, options) =>
    asked.db.tx(async (inner) => {
      throw new Rehearsed((await work(inner)) as object);
    }, options);
  try {
    return await handler(input, { ...asked, db: { ...asked.db, tx } });
  } catch (error) {
    if (error instanceof Rehearsed) return error.answer;
    throw error;
  }
}
