import { css } from 'goober';
import type { Friend } from '../../contract/member/friends';
import { useApp } from '../../core/app';
import { day } from '../../core/text/day';
import { Avatar } from '../../ui/display/avatar';
import { Facts } from '../../ui/display/facts';
import { Tag } from '../../ui/display/tag';
import { panel, quiet } from '../../ui/styles';

const friend = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  padding: 10px 14px;
  &[data-under] {
    padding-left: 42px;
  }
  & > div {
    flex: 1 1 6em;
    min-width: min-content;
    max-width: calc(100% - 24px);
    margin: 0 12px;
  }
  & > p {
    margin-left: auto;
    text-align: right;
  }
`;

/** A friend as friends see one another. A friend of level 2 is listed under their inviter, if those are shown. */
export function FriendRow({ of, under }: { of: Friend; under: boolean }) {
  const app = useApp();
  const { t } = app;
  const { key, nickname, avatar, phone, level, invitedBy, teamLeader, since, machines } = of;
  return (
    <div className={panel}>
      <div className={friend} data-under={under || undefined}>
        <Avatar id={key} photo={avatar} size={under ? 36 : 44} ring={teamLeader ? 1 : undefined} />
        <div>
          <h2 style={{ fontSize: 15 }}>
            {nickname} {teamLeader && <Tag tone="good">{t('friends.teamLeader')}</Tag>}
          </h2>
          <Facts
            of={[
              t(level === 1 ? 'friends.level1' : 'friends.level2'),
              invitedBy ? t('friends.by', { name: invitedBy }) : phone,
            ]}
          />
          <p className={quiet}>{t('friends.since', { date: day(since, app) })}</p>
        </div>
        <p>
          <b>{machines}</b>
          <br />
          <span className={quiet}>{t('friends.phones', { count: machines })}</span>
        </p>
      </div>
    </div>
  );
}
