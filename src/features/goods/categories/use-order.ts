import { useRef, useState } from 'react';
import { editCategory, type GoodsCategory } from '../../../contract/shop/categories';
import { useApp } from '../../../core/app';
import { fetchOrThrow } from '../../../core/data/query';
import { showRefusal } from '../../../core/http/refusal';

/** The member's own order of categories: shown at once, sent when a category is dropped, reverted on failure. */
export function useOrder(known: readonly GoodsCategory[], refresh: () => Promise<void>) {
  const { send, t, toasts } = useApp();
  /** Ids in the displayed order while it differs from the server's. */
  const [order, setOrder] = useState<readonly string[]>();
  const [announcement, setAnnouncement] = useState('');
  const queue = useRef<Promise<void>>(Promise.resolve());
  const [waiting, setWaiting] = useState(0);
  /** Number of moves that are not stored yet, and whether one is in progress: the server's order is behind them. */
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
    // until the server's order arrives, the member's is shown
    if (ahead.current.stores === 1) await refresh();
    setWaiting(--ahead.current.stores);
    if (!ahead.current.stores && !ahead.current.held) setOrder(undefined);
  }

  return {
    items,
    /** The last move as text, for screen readers. */
    announcement,
    saving: waiting > 0,
    /** Moves a category to a position, from 0, without sending it yet. */
    move(id: string, to: number) {
      const ids = shown.current.map((one) => one.id).filter((one) => one !== id);
      const at = Math.max(0, Math.min(ids.length, to));
      ids.splice(at, 0, id);
      ahead.current.held = true;
      setOrder(ids);
      const name = known.find((one) => one.id === id)?.name || '';
      setAnnouncement(t('goods.categories.moved', { name, place: at + 1, count: ids.length }));
    },
    /** Sends its position. Requests are sequential, so that the last one is decisive. */
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
