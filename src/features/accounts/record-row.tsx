import { type GrabRecord, GrabState } from '../../contract/video/logs';
import { useApp } from '../../core/app';
import { integer } from '../../core/text/format';
import { Avatar } from '../../ui/display/avatar';
import { Tag } from '../../ui/display/tag';
import { Record } from '../../ui/layout/record';

/** A record of the account in a live room; the account's name is above the list. */
export function RecordRow({ record }: { record: GrabRecord }) {
  const { t } = useApp();
  const { amount, liveRoomName, state, streamerAccount, time } = record;
  const grabbed = state === GrabState.grabbed;
  return (
    <Record
      sign={<Avatar id={streamerAccount} size={40} />}
      title={liveRoomName}
      note={`@${streamerAccount}`}
      time={time}
    >
      {grabbed && <em>+{integer(amount)}</em>}
      <Tag tone={grabbed ? 'good' : 'quiet'}>{t(grabbed ? 'accounts.grabbed' : 'accounts.missed')}</Tag>
    </Record>
  );
}
