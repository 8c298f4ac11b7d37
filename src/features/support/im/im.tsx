import { css } from 'goober';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { longestMessage } from '../../../contract/support/im';
import { useApp } from '../../../core/app';
import { useDraft } from '../../../core/form/draft';
import { Button } from '../../../ui/button';
import { postDrawing } from '../../../ui/display/drawings';
import { Empty } from '../../../ui/feedback/empty';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { failureText, Trouble } from '../../../ui/feedback/trouble';
import { OnDemand } from '../../../ui/layout/on-demand';
import { middle, quiet } from '../../../ui/styles';
import { preview } from '../../pictures/routes';
import { AddPicture } from '../compose/add-picture';
import { Composer } from '../compose/composer';
import { type Entry, entriesOf } from '../conversation/entry';
import { useViewportHeight, viewportColumn } from '../conversation/viewport-height';
import { Windowed } from '../conversation/windowed';
import { createImConversation, type ImConversation } from './im-conversation';
import { Message } from './message';

const history = css`
  flex: 1;
  min-height: 0;
  overflow: auto;
`;

const nothing = { items: [], deskRead: 0 };

/** `pages/mine/im`: online support, a conversation with the people in the back office. */
export default function Im() {
  const app = useApp();
  const { t } = app;
  const line = useMemo(() => createImConversation(app), []);
  useEffect(() => line.open(), [line]);
  const column = useViewportHeight();
  const [sentCount, setSentCount] = useState(0);
  const say: ImConversation['say'] = (...message) => {
    line.say(...message);
    setSentCount((count) => count + 1);
  };
  const { value, failure } = line.log.value;
  const unsent = line.unsent.value;
  const connected = line.connected.value;
  // unsent messages are shown even if nothing else can be loaded
  const log = value ?? (unsent.length ? nothing : undefined);
  const entries = useMemo(() => log && entriesOf(log, unsent), [log, unsent]);

  return (
    <div className={viewportColumn} ref={column}>
      {!entries && (
        <div className={history}>
          {failure ? <Trouble failure={failure} retry={line.wake} /> : <Skeleton kind="list" />}
        </div>
      )}
      {entries && !entries.length && (
        <div className={history}>
          <Empty drawing={postDrawing} text={t('im.empty')} />
        </div>
      )}
      {entries && entries.length > 0 && (
        <Conversation
          line={line}
          entries={entries}
          first={value?.items[0]?.id ?? 1}
          hasMore={value?.next !== undefined}
          unread={value?.unread ?? 0}
          jump={sentCount}
        />
      )}
      <p className={quiet} role="status">
        {!connected && t('conversation.unconnected')}
      </p>
      <Writing onSay={say} />
    </div>
  );
}

function Conversation({
  line,
  entries,
  first,
  hasMore,
  unread,
  jump,
}: {
  line: ImConversation;
  entries: Entry[];
  first: number;
  hasMore: boolean;
  unread: number;
  jump: number;
}) {
  const { t, platform } = useApp();
  const stuck = !line.connected.value;
  const { busy, failure } = line.older.value;
  const [viewed, setViewed] = useState<string>();
  const onClose = () => setViewed(undefined);
  const [atEnd, setAtEnd] = useState(true);
  const [shows, setShows] = useState(0);
  useEffect(() => platform.onShow(() => setShows((count) => count + 1)), []);
  useEffect(() => {
    if (atEnd && unread && platform.isShown()) line.markRead();
  }, [atEnd, unread, shows]);
  const message = useCallback(
    (of: Entry, before: Entry | undefined) => (
      <Message
        of={of}
        before={before}
        stuck={stuck}
        own={line.picture}
        onView={setViewed}
        onAgain={line.again}
        onForget={line.forget}
      />
    ),
    [stuck],
  );
  return (
    <>
      <Windowed
        items={entries}
        first={first}
        itemKey={({ key }) => key}
        label={t('im.label')}
        more={hasMore && !failure ? line.loadOlder : undefined}
        top={
          hasMore && (
            <div className={middle} style={{ padding: 12 }}>
              {failure && <p role="alert">{failureText(failure, t)}</p>}
              <Button kind="quiet" small busy={busy} onClick={line.loadOlder}>
                {t(failure ? 'common.retry' : 'conversation.older')}
              </Button>
            </div>
          )
        }
        toEnd={(count) => (count ? t('im.unseen', { count }) : t('im.toEnd'))}
        onEnd={setAtEnd}
        jump={jump}
      >
        {message}
      </Windowed>
      {entries.some(({ picture, own }) => picture || own) && (
        <OnDemand
          of={preview}
          give={viewed ? { url: viewed, label: t('im.view'), onClose } : undefined}
          onLost={onClose}
        />
      )}
    </>
  );
}

/** The message in progress; stored until it is sent. */
function Writing({ onSay }: { onSay: ImConversation['say'] }) {
  const { t } = useApp();
  const [text = '', keep] = useDraft<string>('im');
  return (
    <Composer
      text={text}
      onText={(typed) => keep(typed || undefined)}
      onSend={(ready) => {
        onSay(ready);
        keep(undefined);
      }}
      label={t('im.write')}
      send={t('conversation.send')}
      max={longestMessage}
      before={
        <AddPicture onPicture={(picture) => onSay('', picture)} onId={(id) => onSay('', undefined, id)} />
      }
    />
  );
}
