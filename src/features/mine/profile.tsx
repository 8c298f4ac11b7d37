import { css } from 'goober';
import type { UserInfo } from '../../contract/auth';
import { useApp } from '../../core/app';
import { usePicture } from '../../core/http/picture';
import { Icon } from '../../ui/display/icon';
import { chevronIcon } from '../../ui/display/icons';
import { Tag } from '../../ui/display/tag';
import { quiet } from '../../ui/styles';
import { mine } from './screens';

const profile = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  min-height: 64px;
  color: inherit;
  text-decoration: none;
  & > b {
    display: flex;
    align-items: center;
    justify-content: center;
    width: 56px;
    height: 56px;
    margin-right: 12px;
    border-radius: 50%;
    background: var(--cp-soft);
    color: var(--cp-accent);
    font-size: 24px;
  }
  & > div {
    flex: 1 0 120px;
    min-width: 0;
  }
  & strong {
    font-size: 18px;
  }
`;

const picture = css`
  flex: none;
  width: 56px;
  height: 56px;
  margin-right: 12px;
  border-radius: 50%;
  object-fit: cover;
`;

function Avatar({ id }: { id: string }) {
  return <img className={picture} src={usePicture(id)} alt="" width="56" height="56" />;
}

/** Who is signed in; leads to their personal information. */
export function Profile({ of: { nickname, username, phone, teamLeader, avatar } }: { of: UserInfo }) {
  const { nav, t } = useApp();
  const name = nickname || username;
  const link = nav.link(mine.userInfo, {}) as { href: string };
  return (
    <a className={profile} {...link}>
      {avatar ? <Avatar id={avatar} /> : <b aria-hidden="true">{[...name][0]?.toUpperCase()}</b>}
      <div>
        <p>
          <strong>{name}</strong> {teamLeader && <Tag tone="good">{t('mine.teamLeader')}</Tag>}
        </p>
        <p className={quiet}>{username}</p>
        <p className={quiet}>{phone ?? t('mine.noPhone')}</p>
      </div>
      <Icon of={chevronIcon} size={16} />
    </a>
  );
}
