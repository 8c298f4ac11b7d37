import { listMuted, muteAuthor, type Person } from '../../contract/video/circle';
import { useApp } from '../../core/app';
import { useInFlight } from '../../core/data/in-flight';
import { useList } from '../../core/data/list';
import { fetchOrThrow } from '../../core/data/query';
import { showRefusal } from '../../core/http/refusal';
import { Button } from '../../ui/button';
import { Avatar } from '../../ui/display/avatar';
import { peopleDrawing } from '../../ui/display/drawings';
import { Empty } from '../../ui/feedback/empty';
import { Cell } from '../../ui/layout/cell';
import { ListView } from '../../ui/layout/list';

/** `pages/list/mutedMembers`: the members whose posts and comments the member does not see. */
export default function Muted() {
  const { t } = useApp();
  const list = useList(listMuted, {});
  return (
    <ListView
      of={list}
      itemKey={({ id }) => id}
      layout="joined"
      empty={<Empty drawing={peopleDrawing} text={t('posts.noMuted')} />}
    >
      {(one) => <Row of={one} />}
    </ListView>
  );
}

function Row({ of: { id, nickname, avatar } }: { of: Person }) {
  const { send, t, toasts } = useApp();
  const { pending, run } = useInFlight();
  const unmute = () =>
    run(() => fetchOrThrow(send, muteAuthor, { member: id, muted: false }, 'now'), showRefusal(toasts));
  return (
    <Cell
      icon={<Avatar id={id} photo={avatar?.id} size={40} />}
      label={nickname}
      value={
        <Button small busy={pending} onClick={() => void unmute()}>
          {t('posts.unmute')}
        </Button>
      }
    />
  );
}
