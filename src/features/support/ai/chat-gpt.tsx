import { css } from 'goober';
import { type ReactNode, useEffect, useMemo } from 'react';
import { longestQuestion } from '../../../contract/support/ai';
import { useApp } from '../../../core/app';
import { useDraft } from '../../../core/form/draft';
import { Button } from '../../../ui/button';
import { postDrawing } from '../../../ui/display/drawings';
import { Icon } from '../../../ui/display/icon';
import { stopIcon } from '../../../ui/display/icons';
import { Empty } from '../../../ui/feedback/empty';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { failureText, Trouble } from '../../../ui/feedback/trouble';
import { middle, quiet, red, target } from '../../../ui/styles';
import { Composer } from '../compose/composer';
import { FromEnd } from '../conversation/from-end';
import type { Unsent } from '../conversation/unsent';
import { useViewportHeight, viewportColumn } from '../conversation/viewport-height';
import { type AiConversation, createAiConversation, type TurnLog } from './ai-conversation';
import { TurnView } from './ai-turn';

const head = css`
  display: flex;
  flex: none;
  justify-content: flex-end;
  margin-right: -14px;
`;
const history = css`
  flex: 1;
  min-height: 0;
  overflow: auto;
`;

/** Suggested first questions. */
const suggestions = ['withdraw', 'buy', 'offline'] as const;

/** `pages/mine/chatGpt`: questions for a language model, or for the help texts without one. */
export default function ChatGpt() {
  const app = useApp();
  const { dialogs, t } = app;
  const [stored, store] = useDraft<Unsent[]>('chatGpt/unsent');
  const talk = useMemo(() => createAiConversation(app, stored, store), []);
  useEffect(() => talk.open(), [talk]);
  const column = useViewportHeight();
  const { value, failure } = talk.log.value;
  const unsent = talk.unsent.value;
  const connected = talk.connected.value;
  const clear = async () => {
    const agreed = await dialogs.ask({
      title: t('ai.clearTitle'),
      text: t('ai.clearText'),
      yes: t('ai.clear'),
      no: t('common.cancel'),
      danger: true,
    });
    if (agreed) await talk.clear();
  };
  const writing = value?.items.find(({ state }) => state === 'writing');
  const isEmpty = value && !value.items.length && !unsent.length;

  return (
    <div className={viewportColumn} ref={column}>
      {value && !isEmpty ? (
        <>
          <div className={head}>
            <Button kind="quiet" small style={red} onClick={() => void clear()}>
              {t('ai.clear')}
            </Button>
          </div>
          <Turns talk={talk} log={value} unsent={unsent} />
        </>
      ) : (
        <div className={history}>
          {isEmpty && (
            <Empty drawing={postDrawing} text={t(`ai.empty.${value.source}`)}>
              {suggestions.map((name) => (
                <Button key={name} small onClick={() => talk.say(t(`ai.suggest.${name}`))}>
                  {t(`ai.suggest.${name}`)}
                </Button>
              ))}
            </Empty>
          )}
          {!value && (failure ? <Trouble failure={failure} retry={talk.wake} /> : <Skeleton kind="list" />)}
        </div>
      )}
      <p className={quiet} role="status">
        {!connected && t(writing ? 'ai.cut' : 'conversation.unconnected')}
      </p>
      <Asking
        onSay={talk.say}
        stop={
          writing && (
            <button
              type="button"
              className={target}
              aria-label={t('ai.stop')}
              onMouseDown={(event) => event.preventDefault()} // the keyboard stays open
              onClick={() => void talk.stop(writing.id)}
            >
              <Icon of={stopIcon} size={24} />
            </button>
          )
        }
      />
    </div>
  );
}

function Turns({
  talk,
  log: { items, next },
  unsent,
}: {
  talk: AiConversation;
  log: TurnLog;
  unsent: Unsent[];
}) {
  const { t } = useApp();
  const stuck = !talk.connected.value;
  const { busy, failure } = talk.older.value;
  const all = [...items, ...unsent];
  return (
    <FromEnd
      label={t('ai.title')}
      more={next !== undefined && !failure ? talk.loadOlder : undefined}
      top={
        next !== undefined && (
          <div className={middle} style={{ padding: 12 }}>
            {failure && <p role="alert">{failureText(failure, t)}</p>}
            <Button kind="quiet" small busy={busy} onClick={talk.loadOlder}>
              {t(failure ? 'common.retry' : 'conversation.older')}
            </Button>
          </div>
        )
      }
    >
      {all.map((of, at) => (
        <TurnView
          key={of.key}
          of={of}
          before={all[at - 1]?.at}
          stuck={stuck}
          onAsk={talk.say}
          onAgain={talk.again}
          onForget={talk.forget}
        />
      ))}
    </FromEnd>
  );
}

/** The question in progress; stored until it is asked. */
function Asking({ onSay, stop }: { onSay(question: string): void; stop: ReactNode }) {
  const { t } = useApp();
  const [text = '', store] = useDraft<string>('chatGpt');
  return (
    <Composer
      text={text}
      onText={(typed) => store(typed || undefined)}
      onSend={(ready) => {
        onSay(ready);
        store(undefined);
      }}
      label={t('ai.write')}
      send={t('conversation.send')}
      max={longestQuestion}
      action={stop}
    />
  );
}
