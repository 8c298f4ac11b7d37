import { css } from 'goober';
import type { AiTurn } from '../../../contract/support/ai';
import { useApp } from '../../../core/app';
import { memo } from '../../../core/memo';
import { day } from '../../../core/text/day';
import { clock, dayName } from '../../../core/text/when';
import { ButtonLink } from '../../../ui/button';
import { Bubble, Day, LinkedText } from '../conversation/bubbles';
import type { Unsent } from '../conversation/unsent';
import * as support from '../routes';
import type { Turn } from './ai-conversation';
import { HelpQuote } from './help-quote';

const light = css`
  display: inline-block;
  width: 9px;
  height: 9px;
  margin: 0 2px;
  border-radius: 50%;
  background: var(--cp-lit);
  animation: cp-on 0.8s 12 alternate;
`;
const links = css`
  display: flex;
  flex-wrap: wrap;
  & > a {
    margin: 4px 8px 4px 0;
  }
`;

interface Props {
  of: Turn | Unsent;
  /** Time of the previous question. */
  before: string | undefined;
  /** The connection is lost: unsent questions wait. */
  stuck: boolean;
  /** Asks a partly answered question again. */
  onAsk(question: string): void;
  /** Retries a waiting or refused question. */
  onAgain(key: string): void;
  onForget(key: string): void;
}

/** A question and its answer, with the date above the first of a day. */
export const TurnView = memo(function TurnView({ of, before, ...rest }: Props) {
  const app = useApp();
  const { t } = app;
  const { at } = of;
  const isTurn = 'question' in of;
  return (
    <div>
      {(!before || day(before, app) !== day(at, app)) && <Day>{dayName(at, app)}</Day>}
      <Bubble mine who={t('conversation.you')} note={<Sent of={of} {...rest} />}>
        {isTurn ? of.question : of.text}
      </Bubble>
      {isTurn && <Answer of={of} onAsk={rest.onAsk} />}
    </div>
  );
});

/** When it was asked, or why it was not. */
function Sent({ of, stuck, onAgain, onForget }: Omit<Props, 'before'>) {
  const app = useApp();
  const { t } = app;
  const time = clock(of.at, app);
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
        ` · ${t(stuck ? 'conversation.unsent' : 'conversation.sending')}`
      ) : (
        <span role="alert"> · {refused || t('conversation.refused')}</span>
      )}
      {(stuck || refused !== undefined) && (
        <>
          {button(t('common.retry'), () => onAgain(key))}
          {button(t('conversation.forget'), () => onForget(key))}
        </>
      )}
    </>
  );
}

/** The answer's text, then its notes. A complete answer is a new element, so that screen readers read it once, when it is complete. */
function Answer({ of, onAsk }: { of: AiTurn; onAsk(question: string): void }) {
  const { nav, t } = useApp();
  const { answer, state, source, help, question } = of;
  const writing = state === 'writing';
  const nothing = source === 'help' && !help.length;
  const end = (state === 'stopped' || state === 'broken') && t(`ai.state.${state}`);
  let words = answer ? <LinkedText text={answer} /> : end;
  if (source === 'help') words = t(nothing ? 'ai.nothing' : 'ai.found');
  return (
    <div key={state} {...(writing && { 'aria-live': 'off', 'aria-busy': true })}>
      <Bubble
        mine={false}
        who={t('ai.ai')}
        note={
          <>
            {t(writing ? 'ai.writing' : `ai.source.${source}`)}
            {end && answer && ` · ${end}`}
            {state === 'broken' && (
              <button type="button" onClick={() => onAsk(question)}>
                {t('ai.again')}
              </button>
            )}
          </>
        }
      >
        {words}
        {writing && <span className={light} />}
      </Bubble>
      {help.map((text, at) => (
        <HelpQuote key={text.id} of={text} open={!at} go={t('ai.open')} />
      ))}
      {nothing && (
        <div className={links}>
          <ButtonLink small {...nav.link(support.im, {})}>
            {t('conversation.im')}
          </ButtonLink>
          <ButtonLink small {...nav.link(support.createWorkOrder, {})}>
            {t('ai.workOrder')}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}
