import { useState } from 'react';
import { type BatchAnswer, categoryBatch, deleteBatch, upperBatch } from '../../../contract/shop/goods';
import { useApp } from '../../../core/app';
import { useInFlight } from '../../../core/data/in-flight';
import { fetchOrThrow } from '../../../core/data/query';
import { showRefusal } from '../../../core/http/refusal';
import { integer } from '../../../core/text/format';

export type BatchKind = 'on' | 'off' | 'delete' | 'category';

/** The goods concerned: by id, or everything that a search finds. */
export type Target =
  | { ids: string[] }
  | {
      match: {
        state?: 'on' | 'off';
        categoryId?: string;
        keyword?: string;
        except: string[];
        count: number;
      };
    };

export interface Job {
  kind: BatchKind;
  target: Target;
  count: number;
  /** For `category`: the target. */
  category?: { id: string; name: string };
}

export interface Outcome extends Job {
  done: number;
  failed: BatchAnswer['failed'];
  /** Goods that an undo puts back on sale. */
  undo: string[];
}

/** Maximum number of ids in a request. */
const atOnce = 1000;

/** Batches over goods: confirmed first, performed once, reported per row, and undone if possible. */
export function useBatch() {
  const { dialogs, send, t, toasts } = useApp();
  const { pending, run: once } = useInFlight();
  const [outcome, setOutcome] = useState<Outcome>();

  async function request({ kind, target, category }: Job) {
    if (kind === 'delete') return { ...(await fetchOrThrow(send, deleteBatch, target, 'now')), changed: [] };
    if (kind === 'category') {
      const moved = await fetchOrThrow(
        send,
        categoryBatch,
        { ...target, categoryId: category?.id ?? '' },
        'now',
      );
      return { ...moved, changed: [] };
    }
    return fetchOrThrow(send, upperBatch, { ...target, state: kind }, 'now');
  }

  /** Whether the server has answered; the member has seen any other failure. */
  async function perform(job: Job): Promise<boolean> {
    const answered = await once(async (start) => {
      start(true);
      const { done, failed, changed } = await request(job);
      setOutcome({ ...job, done: done.length, failed, undo: job.kind === 'off' ? changed : [] });
      return true;
    }, showRefusal(toasts));
    return !!answered;
  }

  async function run(job: Job): Promise<boolean> {
    const { kind, count, category } = job;
    const agreed = await dialogs.ask({
      title: t(`goods.batch.ask.${kind}`, { count: integer(count), name: category?.name ?? '' }),
      text: t(`goods.batch.askText.${kind}`),
      yes: t(kind === 'category' ? 'goods.batch.move' : `goods.batch.${kind}`),
      no: t('common.cancel'),
      danger: kind === 'delete',
    });
    return agreed && perform(job);
  }

  return {
    busy: !!pending,
    outcome,
    dismiss: () => setOutcome(undefined),
    run,
    /** Retries the refused ones. */
    retry: (of: Outcome) => {
      const ids = of.failed.slice(0, atOnce).map(({ id }) => id);
      return perform({ ...of, target: { ids }, count: ids.length });
    },
    async undo(of: Outcome) {
      for (let at = 0; at < of.undo.length; at += atOnce) {
        const ids = of.undo.slice(at, at + atOnce);
        if (!(await perform({ kind: 'on', target: { ids }, count: ids.length }))) return;
      }
    },
  };
}
