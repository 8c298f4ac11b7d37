import { listFriends, team as teamCall } from '../../contract/member/friends';
import { useApp } from '../../core/app';
import { useList } from '../../core/data/list';
import { useQuery } from '../../core/data/query';
import { day } from '../../core/text/day';
import { integer } from '../../core/text/format';
import { Button, ButtonLink } from '../../ui/button';
import { Avatar } from '../../ui/display/avatar';
import { peopleDrawing } from '../../ui/display/drawings';
import { Empty } from '../../ui/feedback/empty';
import { Card } from '../../ui/layout/card';
import { ListView } from '../../ui/layout/list';
import { pair, quiet, spread } from '../../ui/styles';
import * as friends from './routes';

/** `pages/mine/invitationRecords`: members who joined by the member's own invitation, when, and whether they run cloud phones. */
export default function InvitationRecords() {
  const app = useApp();
  const { nav, platform, t, toasts } = app;
  const list = useList(listFriends, { level: 1 });
  const { value, refresh } = useQuery(teamCall, {});
  const copy = async () => {
    if (value && (await platform.copy?.(value.inviteLink))) toasts.show(t('friends.copied'));
  };
  const numbers = [
    ['invited', value?.level1],
    ['joined', value?.invitedThisMonth],
    ['active', value?.invitedActive],
  ] as const;
  return (
    <ListView
      of={{ ...list, refresh: async () => void (await Promise.all([list.refresh(), refresh()])) }}
      itemKey={({ key }) => key}
      head={
        <div style={{ marginBottom: 10 }}>
          <Card>
            <dl className={spread} aria-busy={!value} style={{ justifyContent: 'space-between', margin: 0 }}>
              {numbers.map(([name, count]) => (
                <div key={name}>
                  <dt className={quiet}>{t(`friends.${name}`)}</dt>
                  <dd style={{ margin: 0, fontWeight: 700, fontSize: 20 }}>
                    {count === undefined ? '–' : integer(count)}
                  </dd>
                </div>
              ))}
            </dl>
            <div className={pair}>
              {platform.copy && (
                <Button small disabled={!value} onClick={() => void copy()}>
                  {t('friends.posters.copyLink')}
                </Button>
              )}
              <ButtonLink small {...nav.link(friends.poster, {})}>
                {t('friends.poster')}
              </ButtonLink>
            </div>
          </Card>
        </div>
      }
      empty={<Empty drawing={peopleDrawing} text={t('friends.none')} />}
    >
      {({ key, nickname, avatar, phone, since, machines }) => (
        <Card>
          <div className={spread}>
            <Avatar id={key} photo={avatar} size={44} />
            <div data-grow="" style={{ minWidth: 'min-content', overflowWrap: 'break-word' }}>
              <h2 style={{ fontSize: 15 }}>{nickname}</h2>
              <p className={quiet}>
                {t('friends.since', { date: day(since, app) })}
                {phone && (
                  <>
                    <br />
                    {phone}
                  </>
                )}
                {!machines && (
                  <>
                    <br />
                    {t('friends.notYet')}
                  </>
                )}
              </p>
            </div>
            {machines > 0 && (
              <p style={{ textAlign: 'right' }}>
                <b>{integer(machines)}</b> <br />
                <span className={quiet}>{t('friends.phones', { count: machines })}</span>
              </p>
            )}
          </div>
        </Card>
      )}
    </ListView>
  );
}
