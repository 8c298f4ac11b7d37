import type { GrabRecord } from '../../contract/video/logs';
import { useApp } from '../../core/app';
import { integer } from '../../core/text/format';
import { Light } from '../../ui/display/light';
import { Tag } from '../../ui/display/tag';
import { Record } from '../../ui/layout/record';

/** One visit of an account to a live room. */
export function GrabRow({ record }: { record: GrabRecord }) {
  const { t } = useApp();
  const { amount, liveRoomName, nickname, state, streamerAccount, time } = record;
  return (
    <Record
      sign={<Light tone={state ? 'lit' : 'unlit'} />}
      title={liveRoomName}
      note={`@${streamerAccount} · ${nickname}`}
      time={time}
    >
      {state ? <em>+{integer(amount)}</em> : <Tag>{t('logs.missedTag')}</Tag>}
    </Record>
  );
}
