import { css } from 'goober';
import type { UserInfo } from '../../contract/member/auth';
import { useApp } from '../../core/app';
import { Avatar } from '../../ui/display/avatar';
import { Icon } from '../../ui/display/icon';
import { chevronIcon } from '../../ui/display/icons';
import { Tag } from '../../ui/display/tag';
import { quiet, spread } from '../../ui/styles';
import * as mine from './routes';

const profile = css`
  min-height: 64px;
  color: inherit;
  text-decoration: none;
  & strong {
    margin-right: 6px;
    font-size: 17px;
  }
`;

/** The signed-in member; leads to their personal information. A team leader has the ring. */
export function Profile({ of: { userId, nickname, username, phone, teamLeader, avatar } }: { of: UserInfo }) {
  const { nav, t } = useApp();
  const link = nav.link(mine.userInfo, {}) as { href: string };
  return (
    <a className={`${spread} ${profile}`} {...link}>
      <Avatar id={userId} photo={avatar} size={60} ring={teamLeader ? 1 : undefined} />
      <span data-grow="">
        <strong>{nickname || username}</strong> {teamLeader && <Tag tone="good">{t('mine.teamLeader')}</Tag>}
        <br />
        <span className={quiet}>
          {username} · {phone ?? t('mine.noPhone')}
        </span>
      </span>
      <Icon of={chevronIcon} size={16} />
    </a>
  );
}
