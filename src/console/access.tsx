import { useState } from 'react';
import { ask, type Item } from './api';
import { Choice, Field, Form, Secret } from './form';
import { Answered, time, useAnswer, usePage } from './page';

/** A button with one action, which shows an error. */
export function Act({ label, danger, run }: { label: string; danger?: boolean; run(): Promise<unknown> }) {
  const { t } = usePage();
  return <Form submit={label} lost={t('lost')} send={run} {...(danger && { danger })} />;
}

/** The partner's status: its id, its gateway, and going live. */
export function Overview() {
  const { t, name, mode, role, partner } = usePage();
  const answer = useAnswer('');
  return (
    <Answered of={answer}>
      {(record) => (
        <>
          <dl>
            <dt>{t('partnerId')}</dt>
            <dd>
              <code>{record.id}</code>
            </dd>
            <dt>{t('gateway')}</dt>
            <dd>
              <code>{record.gateways[mode] ?? t('noGateway')}</code>
            </dd>
            <dt>{t('liveState')}</dt>
            <dd>
              {name(`live.${record.live}`)} {record.liveAnswer}
            </dd>
          </dl>
          {!record.enabled && <p className="failed">{t('disabled')}</p>}
          {role === 'owner' && (record.live === 'no' || record.live === 'refused') && (
            <>
              <h2>{t('goLive')}</h2>
              <Form
                submit={t('goLive')}
                lost={t('lost')}
                send={async (values) => {
                  await ask(`of/${partner}/go-live`, values);
                  answer.reload();
                }}
              >
                <Field name="site" label={t('site')} type="url" />
                <Field name="note" label={t('note')} />
              </Form>
            </>
          )}
        </>
      )}
    </Answered>
  );
}

/** The keys of a mode. A secret is shown only once. */
export function Keys() {
  const { t, mode, partner, role, language } = usePage();
  const answer = useAnswer('');
  const [made, setMade] = useState<Item>();
  return (
    <>
      {made && <Secret label={t('secretOnce')} value={made.secret} />}
      <Answered of={answer}>
        {({ keys, live }) => (
          <>
            <ul>
              {keys
                .filter((key: Item) => key.mode === mode)
                .map((key: Item) => (
                  <li key={key.kid}>
                    <code>{key.kid}</code>
                    <span>
                      {key.endsAt
                        ? `${t('endsAt')} ${time(key.endsAt, language)}`
                        : `${t('lastUsed')} ${key.lastUsedAt ? time(key.lastUsedAt, language) : '–'}`}
                    </span>
                    {role !== 'read' &&
                      [24, 0].map((hours) => (
                        <Act
                          key={hours}
                          label={t(hours ? 'endTomorrow' : 'endNow')}
                          danger={!hours}
                          run={() => ask(`of/${partner}/keys/${key.kid}/end`, { hours }).then(answer.reload)}
                        />
                      ))}
                  </li>
                ))}
            </ul>
            {mode === 'live' && live !== 'yes' && <p className="quiet">{t('liveFirst')}</p>}
          </>
        )}
      </Answered>
      {role !== 'read' && (
        <Act
          label={t('makeKey')}
          run={async () => {
            setMade(await ask(`of/${partner}/keys`, { mode }));
            answer.reload();
          }}
        />
      )}
    </>
  );
}

/** The origins of a mode. */
export function Origins() {
  const { t, name, mode, partner, role } = usePage();
  const answer = useAnswer('');
  const kinds = mode === 'test' ? ['site', 'preview', 'app'] : ['site', 'app'];
  return (
    <>
      <Answered of={answer}>
        {({ origins }) => (
          <ul>
            {origins
              .filter((one: Item) => one.mode === mode)
              .map(({ origin, kind }: Item) => (
                <li key={origin}>
                  <code>{origin}</code>
                  <span>{name(`kind.${kind}`)}</span>
                  {role !== 'read' && (
                    <Act
                      label={t('remove')}
                      danger
                      run={() => ask(`of/${partner}/origins/remove`, { mode, origin }).then(answer.reload)}
                    />
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
          send={(values) => ask(`of/${partner}/origins`, { ...values, mode }).then(answer.reload)}
        >
          <Field name="origin" label={t('origin')} hint={t('originHint')} />
          <Choice name="kind" label={t('kind')} of={kinds.map((kind) => [kind, name(`kind.${kind}`)])} />
        </Form>
      )}
    </>
  );
}

/** The people of a partner. */
export function People() {
  const { t, name, partner, role, language } = usePage();
  const answer = useAnswer('/people');
  const roles = ['developer', 'read', 'owner'].map((one): [string, string] => [one, name(`role.${one}`)]);
  return (
    <>
      <Answered of={answer}>
        {({ items }) => (
          <ul>
            {items.map((person: Item) => (
              <li key={person.email}>
                <b>{person.email}</b>
                <span>
                  {name(`role.${person.role}`)}
                  {person.invitedUntil && ` · ${t('invitedUntil')} ${time(person.invitedUntil, language)}`}
                </span>
                {role === 'owner' && (
                  <Act
                    label={t('remove')}
                    danger
                    run={() =>
                      ask(`of/${partner}/people/remove`, { email: person.email }).then(answer.reload)
                    }
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </Answered>
      {role === 'owner' && (
        <Form
          submit={t('invite')}
          lost={t('lost')}
          send={(values) => ask(`of/${partner}/people`, values).then(answer.reload)}
        >
          <Field name="email" label={t('email')} type="email" />
          <Choice name="role" label={t('role')} of={roles} />
        </Form>
      )}
    </>
  );
}
