import { useState } from 'react';
import { webhookTypes } from '../contract/embed/partners';
import { Act } from './act';
import { ask, type Item } from './api';
import { Field, Form, Secret } from './form';
import { Answered, Older, time, useAnswer, usePage } from './page';

/** The types that were ticked; none of them, or each, is all. */
const typesIn = (values: Record<string, string>): string[] => {
  const chosen = webhookTypes.filter((type) => values[type]);
  return chosen.length === webhookTypes.length ? [] : chosen;
};

function Types({ chosen }: { chosen?: readonly string[] }) {
  const { t, name } = usePage();
  return (
    <fieldset>
      <legend>{t('types')}</legend>
      {webhookTypes.map((type) => (
        <label key={type} className="check">
          <input type="checkbox" name={type} defaultChecked={!chosen?.length || chosen.includes(type)} />
          <span>
            <code>{type}</code> <small>{name(`event.${type}`)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Webhooks of a mode, and what was sent to them. */
export function Webhooks() {
  const { t, mode, partner, role, language } = usePage();
  const answer = useAnswer(`/webhooks?mode=${mode}`);
  const [secret, setSecret] = useState('');
  const [count, setCount] = useState(0);
  const act = (path: string, body = {}) => ask(`of/${partner}/webhooks${path}`, body);
  const change = (hook: Item, more: object) =>
    act(`/${hook.id}`, { url: hook.url, types: hook.types, on: hook.on, ...more }).then(answer.reload);
  const actions = (hook: Item) => (
    <div className="acts below">
      <Act
        label={t('sendTest')}
        to={hook.url}
        run={() => act(`/${hook.id}/test`, { mode }).then(() => setCount((n) => n + 1))}
      />
      <Act
        label={t('rollSecret')}
        to={hook.url}
        run={async () => {
          setSecret((await act(`/${hook.id}/roll`)).secret);
          answer.reload();
        }}
      />
      <Act label={t(hook.on ? 'pause' : 'resume')} to={hook.url} run={() => change(hook, { on: !hook.on })} />
      <Act
        label={t('remove')}
        to={hook.url}
        danger
        run={() => act(`/${hook.id}/remove`).then(answer.reload)}
      />
      <details>
        <summary>{t('change')}</summary>
        <Form
          submit={t('save')}
          lost={t('lost')}
          send={({ url, ...types }) => change(hook, { url, types: typesIn(types) })}
        >
          <Field name="url" label={t('url')} type="url" value={hook.url} />
          <Types chosen={hook.types} />
        </Form>
      </details>
    </div>
  );
  return (
    <>
      {secret && <Secret label={t('secretOnce')} value={secret} copy={t('copy')} copied={t('copied')} />}
      <Answered of={answer}>
        {({ items }) => (
          <ul>
            {items.map((hook: Item) => (
              <li key={hook.id}>
                <code>{hook.url}</code>
                <span>
                  {hook.types.join(', ') || t('allTypes')} {!hook.on && `· ${t('paused')}`}
                </span>
                {hook.oldSecretUntil && (
                  <span>
                    {t('oldSecretUntil')} {time(hook.oldSecretUntil, language)}
                  </span>
                )}
                {role !== 'read' && actions(hook)}
              </li>
            ))}
          </ul>
        )}
      </Answered>
      {role !== 'read' && (
        <>
          <h2>{t('addWebhook')}</h2>
          <Form
            submit={t('add')}
            lost={t('lost')}
            clears
            send={async ({ url, ...types }) => {
              setSecret((await act('', { mode, url, types: typesIn(types) })).secret);
              answer.reload();
            }}
          >
            <Field name="url" label={t('url')} type="url" hint="https://shop.example/cp/messages" />
            <Types />
          </Form>
        </>
      )}
      <h2>{t('messages')}</h2>
      <Messages key={count} />
    </>
  );
}

function Messages() {
  const { t, mode, partner, role, language } = usePage();
  const [from, setFrom] = useState('');
  const answer = useAnswer(`/messages?mode=${mode}${from && `&from=${from}`}`);
  const [open, setOpen] = useState<string>();
  return (
    <>
      <Answered of={answer}>
        {({ items }) => (
          <ul>
            {items.map((message: Item) => (
              <li key={message.id}>
                <button
                  type="button"
                  className="plain"
                  aria-expanded={open === message.id}
                  onClick={() => setOpen(open === message.id ? undefined : message.id)}
                >
                  {message.type} · {time(message.at, language)}
                </button>
                <span className={message.deliveredAt || !message.lastResult ? '' : 'bad'}>
                  {message.lastResult ?? t('waiting')}
                </span>
                {role !== 'read' && (
                  <div className="acts">
                    <Act
                      label={t('replay')}
                      to={message.id}
                      run={() =>
                        ask(`of/${partner}/messages/${message.id}/replay`, { mode }).then(answer.reload)
                      }
                    />
                  </div>
                )}
                {open === message.id && <Deliveries id={message.id} />}
              </li>
            ))}
          </ul>
        )}
      </Answered>
      <Older from={from} next={answer.data?.next} set={setFrom} />
    </>
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
