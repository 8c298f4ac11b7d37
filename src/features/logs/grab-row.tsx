import { css } from 'goober';
import type { GrabRecord } from '../../contract/logs';
import { useApp } from '../../core/app';
import { dateTime, relative, whole } from '../../core/text/format';
import { Light } from '../../ui/display/light';
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

/** One visit of an account to a live room. */
export function GrabRow({ record }: { record: GrabRecord }) {
  const { t } = useApp();
  const { amount, liveRoomName, nickname, state, streamerAccount, time } = record;
  return (
    <div className={row}>
      <Light tone={state ? 'lit' : 'unlit'} />
      <div>
        <strong>{liveRoomName}</strong>
        <br />
        <span className={quiet}>
          @{streamerAccount} · {nickname}
        </span>
      </div>
      <p>
        {state ? <em>+{whole(amount)}</em> : <Tag>{t('logs.missedTag')}</Tag>}
        <time className={quiet} dateTime={time} title={dateTime(time)}>
          {relative(time, t)}
        </time>
      </p>
    </div>
  );
}
