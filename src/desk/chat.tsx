import { useEffect, useRef, useState } from 'react';
import { uuid } from '../contract/wire/uuid';
import { ask, type Item, Refused } from './api';
import { Pictures } from './queues';
import { Answered, time, useAnswer, usePage } from './show';

/** Conversations, those that wait first, and one of them beside. */
export function Chat() {
  const { t } = usePage();
  const answer = useAnswer('conversations', 5000);
  const [open, setOpen] = useState<string>();
  return (
    <div className="two">
      <div>
        <Answered of={answer}>
          {({ items }) => (
            <ul className="list">
              {items.map(({ member, unread, newest }: Item) => (
                <li key={member}>
                  <button type="button" aria-current={member === open} onClick={() => setOpen(member)}>
                    <b>
                      {member} {unread > 0 && <span className="badge">{unread}</span>}
                    </b>
                    <span>{newest}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Answered>
      </div>
      {open ? <Conversation key={open} member={open} /> : <p className="quiet">{t('noMessages')}</p>}
    </div>
  );
}

function Conversation({ member }: { member: string }) {
  const { t, language, ended } = usePage();
  const [messages, setMessages] = useState<Item[]>();
  const [problem, setProblem] = useState('');
  const [key, setKey] = useState(uuid);
  const [busy, setBusy] = useState(false);
  const end = useRef<HTMLDivElement>(null);
  const path = `conversations/of/${encodeURIComponent(member)}`;
  const load = () =>
    ask(`${path}/read`, {}).then(
      ({ items }) => {
        setMessages(items);
        setProblem('');
      },
      (error: Refused) => (error.status === 401 ? ended() : setProblem(error.message || t('lost'))),
    );
  useEffect(() => {
    load();
    const timer = setInterval(load, 5000);
    return () => clearInterval(timer);
  }, [member]);
  const newest = messages?.at(-1)?.id;
  useEffect(() => end.current?.scrollIntoView({ block: 'nearest' }), [newest]);
  const send = async (event: { preventDefault(): void; currentTarget: EventTarget }) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const text = String(new FormData(form).get('text') ?? '').trim();
    if (!text || busy) return;
    setBusy(true);
    try {
      await ask(`${path}/reply`, { text, requestKey: key });
      setKey(uuid());
      form.reset();
      await load();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setProblem(error.message || t('lost'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="talk" aria-label={member}>
      <h2>{member}</h2>
      <div className="messages">
        {messages?.map((message) => (
          <div key={message.id} className={message.from}>
            {message.text && <p>{message.text}</p>}
            <Pictures of={message.picture ? [message.picture] : []} />
            <small>{time(message.at, language)}</small>
          </div>
        ))}
        <div ref={end} />
      </div>
      {problem && <p className="failed">{problem}</p>}
      <form className="row" onSubmit={send}>
        <input
          name="text"
          aria-label={t('reply')}
          placeholder={t('reply')}
          maxLength={500}
          autoComplete="off"
        />
        <button type="submit" className="main" disabled={busy}>
          {t('send')}
        </button>
      </form>
    </section>
  );
}
