import { css } from 'goober';
import type { GrabRecord } from '../../contract/logs';
import { useApp } from '../../core/app';
import { dateTime, relative, whole } from '../../core/text/format';
import { Avatar } from '../../ui/display/avatar';
import { Tag } from '../../ui/display/tag';
import { quiet } from '../../ui/styles';

const row = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  min-height: 64px;
  padding: 10px 14px;
  & > div {
    flex: 1 1 5.2em;
    min-width: 0;
    margin: 0 12px;
    overflow-wrap: anywhere;
  }
  & > p {
    margin-left: auto;
    text-align: right;
  }
  & strong {
    font-weight: 600;
  }
  & em {
    display: block;
    color: var(--cp-accent);
    font-style: normal;
    font-weight: 600;
  }
  & time {
    display: block;
  }
`;

/** What the account has grabbed in a live room; whose it is stands above. */
export function RecordRow({ record }: { record: GrabRecord }) {
  const { t } = useApp();
  const { amount, liveRoomName, state, streamerAccount, time } = record;
  return (
    <div className={row}>
      <Avatar id={streamerAccount} size={40} />
      <div>
        <strong>{liveRoomName}</strong>
        <br />
        <span className={quiet}>@{streamerAccount}</span>
      </div>
      <p>
        {state === 1 && <em>+{whole(amount)}</em>}
        <Tag tone={state ? 'good' : 'quiet'}>{t(state ? 'accounts.grabbed' : 'accounts.missed')}</Tag>
        <time className={quiet} dateTime={time} title={dateTime(time)}>
          {relative(time, t)}
        </time>
      </p>
    </div>
  );
}
