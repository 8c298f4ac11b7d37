import { useState } from 'react';
import { yuan } from '../contract/wire/yuan';
import { ask, type Item } from './api';
import { Action, Answered, time, useAnswer, usePage } from './show';

const kinds = ['balance', 'store', 'frozen', 'points', 'cloudBeans'] as const;
const isMoney = (kind: string) => kind === 'balance' || kind === 'store' || kind === 'frozen';

/** Members by what is known of them, and one with what they have. */
export function Members() {
  const { t } = usePage();
  const [text, setText] = useState('');
  const [open, setOpen] = useState<string>();
  if (open) return <Member account={open} back={() => setOpen(undefined)} />;
  return (
    <>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          setText(String(new FormData(event.currentTarget).get('text') ?? ''));
        }}
      >
        <input name="text" aria-label={t('findMember')} placeholder={t('findMember')} defaultValue={text} />
        <button type="submit" className="main">
          {t('search')}
        </button>
      </form>
      <Found text={text} open={setOpen} />
    </>
  );
}

function Found({ text, open }: { text: string; open(account: string): void }) {
  const { t, language } = usePage();
  const answer = useAnswer(`members?text=${encodeURIComponent(text)}`);
  return (
    <Answered of={answer}>
      {({ items }) => (
        <ul className="list">
          {items.map((item: Item) => (
            <li key={item.id}>
              <button type="button" onClick={() => open(item.username)}>
                <b>
                  {item.username} · {item.nickname} {item.lockedAt && <i className="bad">{t('locked')}</i>}
                </b>
                <span>
                  {[item.phone, item.email, item.country, time(item.since, language)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Answered>
  );
}

function Member({ account, back }: { account: string; back(): void }) {
  const { t } = usePage();
  const path = `members/${encodeURIComponent(account)}`;
  const answer = useAnswer(path);
  const [kind, setKind] = useState<(typeof kinds)[number]>('balance');
  return (
    <>
      <button type="button" className="plain" onClick={back}>
        ← {t('back')}
      </button>
      <Answered of={answer}>
        {(member) => (
          <>
            <h2>
              {member.username} · {member.nickname}
            </h2>
            <p className="quiet">
              {[member.phone, member.email, member.country, member.invitedBy].filter(Boolean).join(' · ')}
            </p>
            {member.lockedAt && (
              <p className="failed">
                {t('locked')}: {member.lockReason}
              </p>
            )}
            <div className="figures">
              {kinds.map((one) => (
                <button type="button" key={one} aria-pressed={one === kind} onClick={() => setKind(one)}>
                  <span>{t(one)}</span>
                  <b>{isMoney(one) ? yuan(member[one]) : member[one]}</b>
                </button>
              ))}
            </div>
            <p className="row">
              {member.lockedAt ? (
                <Action
                  label="unlock"
                  about={member.username}
                  run={() => ask(`${path}/unlock`, {})}
                  after={answer.reload}
                />
              ) : (
                <Action
                  label="lock"
                  danger
                  about={member.username}
                  fields={[{ name: 'reason', label: 'reason', kind: 'words' }]}
                  run={({ reason }) => ask(`${path}/lock`, { reason })}
                  after={answer.reload}
                />
              )}
            </p>
            <Statement path={`${path}/statement?kind=${kind}`} money={isMoney(kind)} />
          </>
        )}
      </Answered>
    </>
  );
}

function Statement({ path, money }: { path: string; money: boolean }) {
  const { t, language } = usePage();
  const answer = useAnswer(path);
  const show = (value: number) => (money ? yuan(value) : value);
  return (
    <Answered of={answer}>
      {({ items }) => (
        <table>
          <caption>{t('statement')}</caption>
          <tbody>
            {[...items].reverse().map((row: Item) => (
              <tr key={row.number}>
                <td>{time(row.at, language)}</td>
                <td>
                  {row.why} <small>{row.ref}</small>
                </td>
                <td className="number">{show(row.amount ?? row.count)}</td>
                <td className="number">{show(row.balance ?? row.held)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Answered>
  );
}
