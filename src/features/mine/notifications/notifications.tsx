import { css } from 'goober';
import { useEffect, useRef, useState } from 'react';
import {
  getNotifications,
  type Notifications,
  notificationKinds,
  notificationWays,
  saveNotifications,
} from '../../../contract/support/notifications';
import { useApp } from '../../../core/app';
import { fetchOrThrow, useQuery } from '../../../core/data/query';
import { asFailure } from '../../../core/http/failure';
import { timeZoneOf } from '../../../core/text/when';
import { Loaded } from '../../../ui/feedback/loaded';
import { PullToRefresh } from '../../../ui/feedback/pull';
import { CheckBox } from '../../../ui/field/check-box';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import { hidden, panel, quiet } from '../../../ui/styles';
import { PushHere } from './push-here';

const table = css`
  width: 100%;
  border-collapse: collapse;
  & th,
  & td {
    padding: 10px 4px;
    border-top: 1px solid var(--cp-line);
    font-weight: 400;
    text-align: center;
  }
  & thead th {
    border-top: 0;
    color: var(--cp-quiet);
    font-size: 13px;
  }
  & th:first-child {
    padding-left: 14px;
    text-align: left;
  }
  & tr > :last-child {
    padding-right: 10px;
  }
  & td > label {
    display: flex;
    align-items: center;
    justify-content: center;
    min-width: 44px;
    min-height: 44px;
    padding: 0;
  }
  & input {
    margin: 0;
  }
  @media (max-width: 300px) {
    & tr {
      display: grid;
      grid-template-columns: repeat(3, 1fr);
    }
    & td {
      border-top: 0;
    }
    & th:first-child {
      grid-column: 1 / -1;
    }
    & thead th:first-child {
      padding: 0;
    }
  }
`;

const time = css`
  min-height: 44px;
  padding: 0 4px;
  border: 1px solid var(--cp-edge);
  border-radius: var(--cp-round-control);
  background: var(--cp-card);
  color: var(--cp-ink);
  font: inherit;
`;

/** Hours that are offered first. */
const night = { from: '22:00', to: '08:00' };

/** `pages/mine/notifications`: what the member hears of outside of the app, by which way, and when no phone rings. */
export default function NotificationSettings() {
  const settings = useQuery(getNotifications, {});
  return (
    <PullToRefresh onRefresh={settings.refresh}>
      <Loaded of={settings}>
        {(known) => (
          <>
            <PushHere of={known} />
            <Choices of={known} failed={settings.refresh} />
          </>
        )}
      </Loaded>
    </PullToRefresh>
  );
}

type Saved = Pick<Notifications, 'choices' | 'quiet'>;

function Choices({ of: known, failed }: { of: Notifications; failed(): Promise<void> }) {
  const app = useApp();
  const { send, t, toasts } = app;
  const [saved, setSaved] = useState<Saved>(known);
  const saving = useRef<{ last: Promise<unknown>; count: number }>({ last: Promise.resolve(), count: 0 });
  useEffect(() => {
    if (!saving.current.count) setSaved(known); // else it is older than what was tapped last
  }, [known]);
  const timeZone = timeZoneOf(app);

  const save = ({ choices, quiet }: Saved) => {
    const input = { choices, timeZone, ...(quiet && { quiet }) };
    setSaved(input);
    const { current } = saving;
    current.count++;
    // one after the other: what was tapped last is what stays
    current.last = current.last
      .then(() => fetchOrThrow(send, saveNotifications, input, 'never'))
      .catch((error) => {
        const failure = asFailure(error);
        if (failure.kind === 'refused') toasts.show(failure.message);
        setSaved(known);
        void failed();
      })
      .then(() => current.count--);
  };
  return (
    <>
      <Section title={t('notifications.about')}>
        <Kinds of={known} saved={saved} save={save} />
        <p className={quiet} style={{ margin: '8px 14px' }}>
          {[known.mail, known.sms].filter(Boolean).join(' · ')}
          {(known.mail || known.sms) && <br />}
          {t('notifications.inApp')}
        </p>
      </Section>
      <Section title={t('notifications.quiet')}>
        <Quiet saved={saved} save={save} zone={timeZone} />
      </Section>
    </>
  );
}

interface Saving {
  saved: Saved;
  save(now: Saved): void;
}

/** A box for each subject and each way that the member can be reached by. */
function Kinds({ of: known, saved, save }: Saving & { of: Notifications }) {
  const { t } = useApp();
  const ways = notificationWays.filter((way) => way === 'push' || known[way]);
  const { choices } = saved;
  return (
    <div className={panel}>
      <table className={table}>
        <thead>
          <tr>
            <th scope="col">
              <span className={hidden}>{t('notifications.kind')}</span>
            </th>
            {ways.map((way) => (
              <th key={way} scope="col">
                {t(`notifications.ways.${way}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {notificationKinds.map((kind) => (
            <tr key={kind}>
              <th scope="row">
                {t(`notifications.kinds.${kind}`)}
                <br />
                <span className={quiet}>{t(`notifications.examples.${kind}`)}</span>
              </th>
              {ways.map((way) => (
                <td key={way}>
                  <label>
                    <CheckBox
                      bare
                      label={`${t(`notifications.kinds.${kind}`)}: ${t(`notifications.ways.${way}`)}`}
                      checked={choices[kind][way]}
                      onChange={() =>
                        save({
                          ...saved,
                          choices: { ...choices, [kind]: { ...choices[kind], [way]: !choices[kind][way] } },
                        })
                      }
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row" colSpan={ways.length + 1}>
              {t('notifications.security')}
              <br />
              <span className={quiet}>
                {t(known.mail ? 'notifications.securityMail' : 'notifications.securityWhy')}
              </span>
            </th>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

/** The hours in which no phone rings. */
function Quiet({ saved: { choices, quiet: hours }, save, zone }: Saving & { zone: string }) {
  const { t } = useApp();
  return (
    <Cells>
      <Cell
        label={t('notifications.quietOn')}
        note={t('notifications.quietWhy')}
        value={
          <label style={{ display: 'flex', padding: '11px 0 11px 11px' }}>
            <CheckBox
              bare
              label={t('notifications.quietOn')}
              checked={!!hours}
              onChange={() => save({ choices, ...(!hours && { quiet: night }) })}
            />
          </label>
        }
      />
      {hours &&
        (['from', 'to'] as const).map((end) => (
          <Cell
            key={end}
            label={t(`notifications.${end}`)}
            note={end === 'to' ? t('notifications.zone', { zone: zone.replace(/_/g, ' ') }) : undefined}
            value={
              <input
                type="time"
                className={time}
                aria-label={t(`notifications.${end}`)}
                value={hours[end]}
                onChange={({ currentTarget: { value } }) => {
                  if (value) save({ choices, quiet: { ...hours, [end]: value.slice(0, 5) } });
                }}
              />
            }
          />
        ))}
    </Cells>
  );
}
