import { useState } from 'react';
import { webhookTypes } from '../contract/embed/partners';
import { Act } from './access';
import { ask, type Item } from './api';
import { Choice, Field, Form, Secret } from './form';
import { Answered, time, useAnswer, usePage } from './page';

/** The webhooks of a mode, and their messages. */
export function Webhooks() {
  const { t, mode, partner, role } = usePage();
  const answer = useAnswer(`/webhooks?mode=${mode}`);
  const [secret, setSecret] = useState('');
  const [count, setCount] = useState(0);
  const act = (path: string, body = {}) => ask(`of/${partner}/webhooks${path}`, body);
  return (
    <>
      {secret && <Secret label={t('secretOnce')} value={secret} />}
      <Answered of={answer}>
        {({ items }) => (
          <ul>
            {items.map((hook: Item) => (
              <li key={hook.id}>
                <code>{hook.url}</code>
                <span>
                  {hook.types.join(', ') || t('allTypes')} {!hook.on && `· ${t('paused')}`}
                </span>
                {role !== 'read' && (
                  <>
                    <Act
                      label={t('sendTest')}
                      run={() => act(`/${hook.id}/test`, { mode }).then(() => setCount((n) => n + 1))}
                    />
                    <Act
                      label={t('rollSecret')}
                      run={async () => setSecret((await act(`/${hook.id}/roll`)).secret)}
                    />
                    <Act
                      label={t(hook.on ? 'pause' : 'resume')}
                      run={() =>
                        act(`/${hook.id}`, { url: hook.url, types: hook.types, on: !hook.on }).then(
                          answer.reload,
                        )
                      }
                    />
                    <Act
                      label={t('remove')}
                      danger
                      run={() => act(`/${hook.id}/remove`).then(answer.reload)}
                    />
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
      </Answered>
      {role !== 'read' && (
        <Form
          submit={t('add')}
          lost={t('lost')}
          send={async ({ url, type }) => {
            setSecret((await act('', { mode, url, types: type ? [type] : [] })).secret);
            answer.reload();
          }}
        >
          <Field name="url" label={t('url')} type="url" />
          <Choice
            name="type"
            label={t('types')}
            of={[['', t('allTypes')], ...webhookTypes.map((type): [string, string] => [type, type])]}
          />
        </Form>
      )}
      <h2>{t('messages')}</h2>
      <Messages key={count} />
    </>
  );
}

function Messages() {
  const { t, mode, partner, role, language } = usePage();
  const answer = useAnswer(`/messages?mode=${mode}`);
  const [open, setOpen] = useState<string>();
  return (
    <Answered of={answer}>
      {({ items }) => (
        <ul>
          {items.map((message: Item) => (
            <li key={message.id}>
              <button type="button" className="plain" onClick={() => setOpen(message.id)}>
                {message.type} · {time(message.at, language)}
              </button>
              <span className={message.deliveredAt || !message.lastResult ? '' : 'bad'}>
                {message.lastResult ?? t('waiting')}
              </span>
              {role !== 'read' && (
                <Act
                  label={t('replay')}
                  run={() => ask(`of/${partner}/messages/${message.id}/replay`, { mode }).then(answer.reload)}
                />
              )}
              {open === message.id && <Deliveries id={message.id} />}
            </li>
          ))}
        </ul>
      )}
    </Answered>
  );
}

function Deliveries({ id }: { id: string }) {
  const { mode, language } = usePage();
  const answer = useAnswer(`/messages/${id}?mode=${mode}`);
  return (
    <Answered of={answer}>
      {({ body, attempts }) => (
        <div className="detail">
          <pre>{JSON.stringify(body, null, 2)}</pre>
          {attempts.map((one: Item) => (
            <p key={`${one.attempt} ${one.at}`}>
              {time(one.at, language)} · {one.result} · {one.ms} ms <code>{one.answer}</code>
            </p>
          ))}
        </div>
      )}
    </Answered>
  );
}

/** Signed requests of a mode, searchable by id. */
export function Requests() {
  const { t, mode, language } = usePage();
  const [id, setId] = useState('');
  const [refused, setRefused] = useState(false);
  const query = `${id && `&id=${encodeURIComponent(id)}`}${refused ? '&refused=yes' : ''}`;
  const answer = useAnswer(`/requests?mode=${mode}${query}`);
  return (
    <>
      <div className="row">
        <input
          aria-label={t('requestId')}
          placeholder={t('requestId')}
          value={id}
          onChange={({ currentTarget }) => setId(currentTarget.value.trim())}
        />
        <label className="check">
          <input
            type="checkbox"
            checked={refused}
            onChange={({ currentTarget }) => setRefused(currentTarget.checked)}
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
          <div className="wide">
            <table>
              <thead>
                <tr>
                  <th>{t('day')}</th>
                  {kinds.map((kind) => (
                    <th key={kind}>{t(kind)}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {days.map((day) => (
                  <tr key={day}>
                    <td>{day}</td>
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

/** Changes made by colleagues. */
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
