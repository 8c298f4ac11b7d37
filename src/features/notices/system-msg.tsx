import { useState } from 'react';
import {
  countTotal,
  deleteMessages,
  listMessages,
  markRead,
  readTotal,
  type SystemMessage,
} from '../../contract/support/messages';
import type { Call, Given } from '../../contract/wire/call';
import { useApp } from '../../core/app';
import { useList } from '../../core/data/list';
import { fetchOrThrow, useQuery } from '../../core/data/query';
import { showRefusal } from '../../core/http/refusal';
import { integer } from '../../core/text/format';
import { Button } from '../../ui/button';
import { postDrawing } from '../../ui/display/drawings';
import { Empty } from '../../ui/feedback/empty';
import { ListView } from '../../ui/layout/list';
import { Tabs } from '../../ui/layout/tabs';
import { full, quiet } from '../../ui/styles';
import { ChoosingBar } from './choosing-bar';
import { MessageCard } from './message-card';

const filters = { all: {}, unread: { unread: true } } as const;
type Filter = keyof typeof filters;

/** Marks messages as read, and deletes them. */
function useChanges() {
  const { dialogs, send, t, toasts } = useApp();
  const [busy, setBusy] = useState(false);
  /** Whether it succeeded. Shows a refusal of the server; the member has seen any other failure. */
  const run = async <I,>(call: Call<I, object>, input: Given<I>): Promise<boolean> => {
    setBusy(true);
    try {
      await fetchOrThrow(send, call, input, 'now');
      return true;
    } catch (error) {
      showRefusal(toasts)(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const askAndDelete = async (ids: readonly string[]) => {
    const agreed = await dialogs.ask({
      title: t('notices.messages.deleteTitle', { count: ids.length }),
      text: t('notices.messages.deleteText'),
      yes: t('notices.messages.delete', { count: ids.length }),
      no: t('common.cancel'),
      danger: true,
    });
    return agreed && (await run(deleteMessages, { ids: [...ids] }));
  };
  return { busy, run, askAndDelete };
}

/** `pages/list/systemMsg`: the member's messages; marked as read, all at once, deleted several at a time. */
export default function SystemMsg() {
  const { nav, t } = useApp();
  const [filter, setFilter] = useState<Filter>('all');
  const [chosen, setChosen] = useState<readonly string[]>();
  const { busy, run, askAndDelete } = useChanges();
  const list = useList(listMessages, filters[filter]);
  const read = useQuery(readTotal, {});
  const total = useQuery(countTotal, {});
  const unread = read.value?.unread;
  const items = list.items ?? [];
  // a value that arrives later would move the others
  const isComplete = !!list.items && (!!read.value || !!read.failure);

  const refresh = async () => {
    await Promise.all([list.refresh(), read.refresh(), total.refresh()]);
  };
  const open = ({ id, read, link }: SystemMessage) => {
    if (!read) void run(markRead, { ids: [id] });
    if (link) nav.open(`/${link}`);
  };
  const toggle = (id: string) =>
    setChosen((previous = []) =>
      previous.includes(id) ? previous.filter((one) => one !== id) : [...previous, id],
    );

  return (
    <div className={full}>
      <ListView
        of={{ ...list, refresh }}
        itemKey={({ id }) => id}
        layout="joined"
        empty={
          <Empty
            drawing={postDrawing}
            text={t(filter === 'unread' ? 'notices.messages.noneUnread' : 'notices.messages.none')}
          />
        }
        head={
          <>
            <Tabs<Filter>
              label={t('notices.titles.systemMsg')}
              value={filter}
              options={{
                all: t('notices.messages.all'),
                unread: t('notices.messages.unread', { count: integer(unread ?? 0) }),
              }}
              onChange={(to) => {
                setFilter(to);
                setChosen(chosen && []);
              }}
            />
            <div
              style={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                minHeight: 44,
                marginBottom: 12,
              }}
            >
              <span className={quiet} style={{ flex: '1 0 auto', marginRight: 8 }}>
                {total.value && t('notices.messages.total', { count: integer(total.value.total) })}
              </span>
              {!chosen && isComplete && !!unread && (
                <Button kind="quiet" small busy={busy} onClick={() => void run(markRead, { all: true })}>
                  {t('notices.messages.readAll')}
                </Button>
              )}
              {!chosen && isComplete && items.length > 0 && (
                <Button kind="quiet" small onClick={() => setChosen([])}>
                  {t('notices.messages.choose')}
                </Button>
              )}
            </div>
          </>
        }
      >
        {(message) => (
          <MessageCard
            of={message}
            chosen={chosen?.includes(message.id)}
            onPress={() => (chosen ? toggle(message.id) : open(message))}
          />
        )}
      </ListView>
      {chosen && (
        <ChoosingBar
          count={chosen.length}
          of={items.length}
          busy={busy}
          onAll={() => setChosen(chosen.length < items.length ? items.map(({ id }) => id) : [])}
          onCancel={() => setChosen(undefined)}
          onDelete={() => void askAndDelete(chosen).then((done) => done && setChosen(undefined))}
        />
      )}
    </div>
  );
}
