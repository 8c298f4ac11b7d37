import type { Executor } from '../../db/database';
import type { Block } from './blocks';

const columns = ['nth', 'first_member', 'last_member', 'start', 'bytes', 'sha256'] as const;

const numbered = ({ start, ...block }: Block): Block => ({ ...block, start: Number(start) });

/** The blocks of an object, in their order. */
export const blocksOf = async (run: Executor, object: string): Promise<Block[]> =>
  (
    await run
      .selectFrom('order_log_block')
      .select(columns)
      .where('object', '=', object)
      .orderBy('nth')
      .execute()
  ).map(numbered);

/** The blocks that may have rows of a member, the last first. */
export const blocksWith = async (run: Executor, object: string, member: string): Promise<Block[]> =>
  (
    await run
      .selectFrom('order_log_block')
      .select(columns)
      .where('object', '=', object)
      .where('last_member', '>=', member)
      .where('first_member', '<=', member)
      .orderBy('nth', 'desc')
      .execute()
  ).map(numbered);
