import { useState } from 'react';
import type { Item } from './api';
import { Answered, Older, time, useAnswer, usePage } from './page';

/** Signed requests of a mode, found by their id. */
export function Requests() {
  const { t, mode, language } = usePage();
  const [id, setId] = useState('');
  const [refused, setRefused] = useState(false);
  const [from, setFrom] = useState('');
  const query = `${id && `&id=${encodeURIComponent(id)}`}${refused ? '&refused=yes' : ''}${from && `&from=${encodeURIComponent(from)}`}`;
  const answer = useAnswer(`/requests?mode=${mode}${query}`);
  return (
    <>
      <div className="row">
        <input
          aria-label={t('requestId')}
          placeholder={t('requestId')}
          value={id}
          onChange={({ currentTarget }) => {
            setId(currentTarget.value.trim());
            setFrom('');
          }}
        />
        <label className="check">
          <input
            type="checkbox"
            checked={refused}
            onChange={({ currentTarget }) => {
              setRefused(currentTarget.checked);
              setFrom('');
            }}
          />
          {t('onlyRefused')}
        </label>
      </div>
      <Answered of={answer}>
        {({ items }) => (
          <ul>
            {items.map((one: Item) => (
              <li key={one.id}>
                <b>
                  {one.status} {one.path}
                </b>
                <span>
                  {time(one.at, language)} · {one.ms} ms · {Object.values(one.about).join(' · ')}
                </span>
                {one.error && (
                  <span className="bad">
                    {one.error}: {one.message}
                  </span>
                )}
                <code>{one.id}</code>
              </li>
            ))}
          </ul>
        )}
      </Answered>
      <Older from={from} next={answer.data?.next} set={setFrom} />
    </>
  );
}

/** Usage on each of the last thirty days. */
export function Usage() {
  const { t, mode } = usePage();
  const answer = useAnswer(`/usage?mode=${mode}`);
  const kinds = ['tokens', 'members', 'messages', 'refused', 'delivered', 'undelivered'] as const;
  return (
    <Answered of={answer}>
      {({ items }) => {
        const days = [...new Set<string>(items.map(({ day }: Item) => day))].reverse();
        const of = (day: string, what: string) =>
          items.find((one: Item) => one.day === day && one.what === what)?.count ?? 0;
        return (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
          <div className="wide" tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('day')}</th>
                  {kinds.map((kind) => (
                    <th scope="col" key={kind}>
                      {t(kind)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {days.map((day) => (
                  <tr key={day}>
                    <th scope="row">{day}</th>
                    {kinds.map((kind) => (
                      <td key={kind}>{of(day, kind)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        );
      }}
    </Answered>
  );
}

/** Changes by colleagues. */
export function Changes() {
  const { name, language } = usePage();
  const answer = useAnswer('/changes');
  return (
    <Answered of={answer}>
      {({ items }) => (
        <ul>
          {items.map(({ at, who, what, target }: Item) => (
            <li key={`${at} ${what} ${target}`}>
              <b>{name(`change.${what}`)}</b>
              <span>
                {who} · {time(at, language)}
              </span>
              <code>{target}</code>
            </li>
          ))}
        </ul>
      )}
    </Answered>
  );
}
