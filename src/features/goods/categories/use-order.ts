import { useRef, useState } from 'react';
import { editCategory, type GoodsCategory } from '../../../contract/shop/categories';
import { useApp } from '../../../core/app';
import { fetchOrThrow } from '../../../core/data/query';
import { showRefusal } from '../../../core/http/refusal';

/** The member's own order of categories: shown at once, sent when a category is put down, taken back when that fails. */
export function useOrder(known: readonly GoodsCategory[], refresh: () => Promise<void>) {
  const { send, t, toasts } = useApp();
  /** Ids in the order that is shown while it differs from what the server says. */
  const [order, setOrder] = useState<readonly string[]>();
  const [said, setSaid] = useState('');
  const queue = useRef<Promise<void>>(Promise.resolve());
  const [waiting, setWaiting] = useState(0);
  /** Moves that are not stored yet, and whether one is being made: what the server says is behind them. */
  const ahead = useRef({ stores: 0, held: false });

  const place = (id: string) => {
    const at = order ? order.indexOf(id) : -1;
    return at < 0 ? known.length : at;
  };
  const items = order ? [...known].sort((a, b) => place(a.id) - place(b.id)) : [...known];
  const shown = useRef(items);
  shown.current = items;

  async function store(id: string, before: string) {
    await fetchOrThrow(send, editCategory, { id, before }, 'refresh').catch(showRefusal(toasts));
    // until the server's order is here, the member's is shown
    if (ahead.current.stores === 1) await refresh();
    setWaiting(--ahead.current.stores);
    if (!ahead.current.stores && !ahead.current.held) setOrder(undefined);
  }

  return {
    items,
    /** What was moved where, for those who listen. */
    said,
    saving: waiting > 0,
    /** Shows a category at a place, from 0, and sends nothing yet. */
    move(id: string, to: number) {
      const ids = shown.current.map((one) => one.id).filter((one) => one !== id);
      const at = Math.max(0, Math.min(ids.length, to));
      ids.splice(at, 0, id);
      ahead.current.held = true;
      setOrder(ids);
      const name = known.find((one) => one.id === id)?.name || '';
      setSaid(t('goods.categories.moved', { name, place: at + 1, count: ids.length }));
    },
    /** Sends where it lies now. One after the other, so that the last word is the last. */
    drop(id: string) {
      ahead.current.held = false;
      setWaiting(++ahead.current.stores);
      queue.current = queue.current.then(() => {
        const ids = shown.current.map((one) => one.id);
        return store(id, ids[ids.indexOf(id) + 1] || '');
      });
    },
  };
}
