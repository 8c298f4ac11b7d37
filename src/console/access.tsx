import { useState } from 'react';
import { Act } from './act';
import { ask, type Item } from './api';
import { Choice, Field, Form, Secret } from './form';
import { Answered, time, useAnswer, usePage } from './page';

/** The keys of a mode. A secret is shown once. */
export function Keys() {
  const { t, mode, partner, role, language } = usePage();
  const answer = useAnswer('');
  const [made, setMade] = useState<Item>();
  return (
    <>
      {made && <Secret label={t('secretOnce')} value={made.secret} copy={t('copy')} copied={t('copied')} />}
      <Answered of={answer}>
        {(record) => {
          const keys: Item[] = record.keys.filter((key: Item) => key.mode === mode);
          const waits = mode === 'live' && record.live !== 'yes';
          return (
            <>
              {!keys.length && <p className="quiet">{t(waits ? 'liveFirst' : 'noKeys')}</p>}
              <ul>
                {keys.map((key) => (
                  <li key={key.kid}>
                    <code>{key.kid}</code>
                    <span>
                      {key.endsAt
                        ? `${t('endsAt')} ${time(key.endsAt, language)}`
                        : key.lastUsedAt
                          ? `${t('lastUsed')} ${time(key.lastUsedAt, language)}`
                          : t('neverUsed')}
                    </span>
                    {role !== 'read' && (
                      <div className="acts">
                        {[24, 0].map((hours) => (
                          <Act
                            key={hours}
                            label={t(hours ? 'endTomorrow' : 'endNow')}
                            to={key.kid}
                            danger={!hours}
                            run={() =>
                              ask(`of/${partner}/keys/${key.kid}/end`, { hours }).then(answer.reload)
                            }
                          />
                        ))}
                      </div>
                    )}
                  </li>
                ))}
              </ul>
              {role !== 'read' && !waits && (
                <Form
                  submit={t('makeKey')}
                  lost={t('lost')}
                  send={async () => {
                    setMade(await ask(`of/${partner}/keys`, { mode }));
                    answer.reload();
                  }}
                />
              )}
            </>
          );
        }}
      </Answered>
    </>
  );
}

/** The origins of a mode. */
export function Origins() {
  const { t, name, mode, partner, role } = usePage();
  const answer = useAnswer('');
  return (
    <>
      <Answered of={answer}>
        {(record) => {
          const origins: Item[] = record.origins.filter((one: Item) => one.mode === mode);
          if (!origins.length) return <p className="quiet">{t('nothing')}</p>;
          return (
            <ul>
              {origins.map(({ origin, kind }) => (
                <li key={origin}>
                  <code>{origin}</code>
                  <span>{name(`kind.${kind}`)}</span>
                  {role !== 'read' && (
                    <div className="acts">
                      <Act
                        label={t('remove')}
                        to={origin}
                        danger
                        run={() => ask(`of/${partner}/origins/remove`, { mode, origin }).then(answer.reload)}
                      />
                    </div>
                  )}
                </li>
              ))}
            </ul>
          );
        }}
      </Answered>
      {role !== 'read' && (
        <>
          <h2>{t('addOrigin')}</h2>
          <Form
            submit={t('add')}
            lost={t('lost')}
            clears
            send={(values) => ask(`of/${partner}/origins`, { ...values, mode }).then(answer.reload)}
          >
            <Field
              name="origin"
              label={t('origin')}
              hint={t(mode === 'test' ? 'originHint' : 'originHintLive')}
            />
          </Form>
        </>
      )}
    </>
  );
}

/** The people of a partner. */
export function People() {
  const { t, name, partner, role, language } = usePage();
  const answer = useAnswer('/people');
  const roles = ['developer', 'read', 'owner'].map((one): [string, string] => [one, name(`role.${one}`)]);
  const change = (path: string, body: object) => ask(`of/${partner}/people${path}`, body).then(answer.reload);
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
                  <div className="acts">
                    {roles
                      .filter(([one]) => one !== person.role)
                      .map(([one, text]) => (
                        <Act
                          key={one}
                          label={`${t('makeRole')} ${text}`}
                          to={person.email}
                          run={() => change('/role', { email: person.email, role: one })}
                        />
                      ))}
                    <Act
                      label={t('remove')}
                      to={person.email}
                      danger
                      run={() => change('/remove', { email: person.email })}
                    />
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </Answered>
      {role === 'owner' && (
        <>
          <h2>{t('invitePerson')}</h2>
          <Form submit={t('invite')} lost={t('lost')} clears send={(values) => change('', values)}>
            <Field name="email" label={t('email')} type="email" />
            <Choice name="role" label={t('role')} of={roles} />
          </Form>
        </>
      )}
    </>
  );
}
