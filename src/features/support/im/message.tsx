import { useEffect } from 'react';
import { loadPicture } from '../../../contract/site/system';
import { useApp } from '../../../core/app';
import { isDone } from '../../../core/http/answer';
import { asFailure } from '../../../core/http/failure';
import { fileAddress } from '../../../core/http/file-address';
import { day } from '../../../core/text/day';
import { clock, dayName } from '../../../core/text/when';
import { Bubble, Day, LinkedText } from '../conversation/bubbles';
import type { Entry } from '../conversation/entry';

/** The address of a picture, requested once and not whenever it is scrolled into view; `again` after it has expired. */
function useAddress(id: string | undefined): [url: string | undefined, again: () => void] {
  const { send, queries, wire } = useApp();
  const { state } = queries.entry(loadPicture, { id: id ?? '' });
  const { value } = state.value;
  const ask = async () => {
    if (!id) return;
    try {
      const answer = await send(loadPicture, { id }, { wait: 'never', quiet: true });
      if (isDone(answer)) state.value = { value: answer, busy: false };
    } catch (error) {
      asFailure(error); // the picture stays empty
    }
  };
  useEffect(() => {
    if (id && !value) void ask();
  }, [id]);
  return [value && fileAddress(wire, value.url), ask];
}

function Picture({
  of,
  own,
  onView,
}: {
  of: Entry;
  own(key: string): string | undefined;
  onView(url: string): void;
}) {
  const app = useApp();
  const { t } = app;
  const [url, again] = useAddress(of.own ? undefined : of.picture);
  const src = of.own ? own(of.key) : url;
  return (
    <button type="button" aria-label={t('im.view')} onClick={() => src && onView(src)}>
      <img src={src} alt="" onError={of.own ? undefined : again} />
    </button>
  );
}

/** A message, its status, and the date above the first of a day. */
export function Message({
  of,
  before,
  stuck,
  own,
  onView,
  onAgain,
  onForget,
}: {
  of: Entry;
  before: Entry | undefined;
  /** The connection is lost: unsent messages wait. */
  stuck: boolean;
  /** The picture of a message that is still on the phone. */
  own(key: string): string | undefined;
  onView(url: string): void;
  onAgain(key: string): void;
  onForget(key: string): void;
}) {
  const app = useApp();
  const { t } = app;
  const { key, mine, text, picture, at, state, why } = of;
  const waits = state === 'sending' && stuck;
  return (
    <>
      {(!before || day(before.at, app) !== day(at, app)) && <Day>{dayName(at, app)}</Day>}
      <Bubble
        mine={mine}
        who={t(mine ? 'conversation.you' : 'im.desk')}
        note={
          <>
            {clock(at, app)}
            {state === 'read' && ` · ${t('im.read')}`}
            {state === 'sending' && ` · ${t(waits ? 'conversation.unsent' : 'conversation.sending')}`}
            {state === 'refused' && <span role="alert"> · {why || t('conversation.refused')}</span>}
            {(waits || state === 'refused') && (
              <button type="button" onClick={() => onAgain(key)}>
                {t('common.retry')}
              </button>
            )}
            {state === 'refused' && (
              <button type="button" onClick={() => onForget(key)}>
                {t('conversation.forget')}
              </button>
            )}
          </>
        }
      >
        {(picture || of.own) && <Picture of={of} own={own} onView={onView} />}
        {text && <LinkedText text={text} />}
      </Bubble>
    </>
  );
}
