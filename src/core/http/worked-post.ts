import { type WorkAsked, workHeader } from '../../contract/wire/work';
import type { Post } from './client';

/**
 * Does the work that the gateway asks strangers for while very many come (503 with `body.work`), and sends the call once more. Nothing
 * was done the first time. The member only waits a second or two longer.
 */
export const withWork =
  (post: Post, work: () => Promise<{ doWork(asked: WorkAsked): Promise<string | undefined> }>): Post =>
  async (wire, path, data, how) => {
    const reply = await post(wire, path, data, how);
    const asked = reply.answer.body?.work;
    if (reply.ok || !asked) return reply;
    const proof = await work()
      .then(({ doWork }) => doWork(asked as WorkAsked))
      .catch(() => {});
    return proof ? post(wire, path, data, { ...how, headers: { [workHeader]: proof } }) : reply;
  };
