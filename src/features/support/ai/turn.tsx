import { css } from 'goober';
import { memo } from 'react';
import type { AiTurn } from '../../../contract/ai';
import { useApp } from '../../../core/app';
import { date, dateTime } from '../../../core/text/format';
import { ButtonLink } from '../../../ui/button';
import { Bubble, Day, LinkedText } from '../conversation/bubbles';
import type { Unsent } from '../conversation/unsent';
import { support } from '../screens';
import { HelpQuote } from './help-quote';
import type { Turn } from './talk';

const light = css`
  display: inline-block;
  width: 9px;
  height: 9px;
  margin: 0 2px;
  border-radius: 5px;
  background: var(--cp-lit);
  animation: cp-breathe 1.2s infinite ease-in-out;
`;
const ways = css`
  display: flex;
  flex-wrap: wrap;
  & > a {
    margin: 4px 8px 4px 0;
  }
`;

interface Props {
  of: Turn | Unsent;
  /** When the one before it was asked. */
  before: string | undefined;
  /** The connection is lost: what is not asked yet waits. */
  stuck: boolean;
  /** Asks a question that was answered in part. */
  onAsk(question: string): void;
  /** Asks once more what waits or was refused. */
  onAgain(key: string): void;
  onForget(key: string): void;
}

/** A question and its answer, and the day above the first of a day. */
export const TurnView = memo(function TurnView({ of, before, ...rest }: Props) {
  const { t } = useApp();
  const { at } = of;
  const day = date(at);
  const asked = 'question' in of;
  return (
    <div>
      {(!before || date(before) !== day) && (
        <Day>{day === date(new Date().toISOString()) ? t('chat.im.today') : day}</Day>
      )}
      <Bubble mine who={t('chat.im.you')} note={<Sent of={of} {...rest} />}>
        {asked ? of.question : of.text}
      </Bubble>
      {asked && <Answer of={of} onAsk={rest.onAsk} />}
    </div>
  );
});

/** When it was asked, or why it was not. */
function Sent({ of, stuck, onAgain, onForget }: Omit<Props, 'before'>) {
  const { t } = useApp();
  const time = dateTime(of.at).slice(-5);
  if ('question' in of) return <>{time}</>;
  const { key, refused } = of;
  const button = (label: string, onClick: () => void) => (
    <button type="button" onClick={onClick}>
      {label}
    </button>
  );
  return (
    <>
      {time}
      {refused === undefined ? (
        ` · ${t(stuck ? 'chat.im.unsent' : 'chat.im.sending')}`
      ) : (
        <span role="alert"> · {refused || t('chat.im.refused')}</span>
      )}
      {(stuck || refused !== undefined) && (
        <>
          {button(t('common.retry'), () => onAgain(key))}
          {button(t('chat.im.forget'), () => onForget(key))}
        </>
      )}
    </>
  );
}

/** Its words, then what is to be said about them. Once it is whole it is another element: so it is read out then, and once. */
function Answer({ of, onAsk }: { of: AiTurn; onAsk(question: string): void }) {
  const { nav, t } = useApp();
  const { answer, state, source, help, question } = of;
  const writing = state === 'writing';
  const nothing = source === 'help' && !help.length;
  const end = (state === 'stopped' || state === 'broken') && t(`chat.chatGpt.state.${state}`);
  let words = answer ? <LinkedText text={answer} /> : end;
  if (source === 'help') words = t(nothing ? 'chat.chatGpt.nothing' : 'chat.chatGpt.found');
  return (
    <div key={state} {...(writing && { 'aria-live': 'off', 'aria-busy': true })}>
      <Bubble
        mine={false}
        who={t('chat.chatGpt.ai')}
        note={
          <>
            {t(writing ? 'chat.chatGpt.writing' : `chat.chatGpt.source.${source}`)}
            {end && answer && ` · ${end}`}
            {state === 'broken' && (
              <button type="button" onClick={() => onAsk(question)}>
                {t('chat.chatGpt.again')}
              </button>
            )}
          </>
        }
      >
        {words}
        {writing && <span className={light} />}
      </Bubble>
      {help.map((text, at) => (
        <HelpQuote key={text.id} of={text} open={!at} />
      ))}
      {nothing && (
        <div className={ways}>
          <ButtonLink small {...nav.link(support.im, {})}>
            {t('chat.titles.im')}
          </ButtonLink>
          <ButtonLink small {...nav.link(support.createWorkOrder, {})}>
            {t('chat.chatGpt.workOrder')}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}
