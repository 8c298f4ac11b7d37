import { useState } from 'react';
import { addCategory, deleteBatchCategory } from '../../../contract/shop/categories';
import type { BatchAnswer } from '../../../contract/shop/goods';
import type { Call, Given } from '../../../contract/wire/call';
import { useApp } from '../../../core/app';
import { useInFlight } from '../../../core/data/in-flight';
import { fetchOrThrow } from '../../../core/data/query';
import type { Done } from '../../../core/http/answer';
import { showRefusal } from '../../../core/http/refusal';
import { integer } from '../../../core/text/format';

/** Adds and deletes categories, one request at a time; informs the member of the result. */
export function useCategoryChanges() {
  const { dialogs, send, t, toasts } = useApp();
  const { pending, run } = useInFlight();
  const [name, setName] = useState('');
  const act = <I, O>(call: Call<I, O>, data: Given<I>): Promise<Done<O> | undefined> =>
    run(async (start) => {
      start(true);
      return await fetchOrThrow(send, call, data, 'now');
    }, showRefusal(toasts));
  return {
    busy: pending,
    /** Name of the next one, while it is typed. */
    name,
    setName,
    async add(of: { name: string } | { platformIds: string[] }) {
      const answer = await act(addCategory, of);
      if (!answer) return;
      setName('');
      const [added] = answer.items;
      if (added) toasts.show(t('goods.categories.added', { name: added.name }));
    },
    /** Asks first. Returns those that could not be deleted; undefined if nothing was attempted. */
    async remove(ids: string[]): Promise<BatchAnswer['failed'] | undefined> {
      const count = integer(ids.length);
      const agreed = await dialogs.ask({
        title: t('goods.categories.ask', { count }),
        text: t('goods.categories.askText'),
        yes: t('goods.categories.delete', { count }),
        no: t('common.cancel'),
        danger: true,
      });
      const answer = agreed && (await act(deleteBatchCategory, { ids }));
      if (!answer) return;
      const { done, failed } = answer;
      if (done.length) toasts.show(t('goods.categories.deleted', { count: integer(done.length) }));
      return failed;
    },
  };
}
