import { useContext, useEffect } from 'react';
import { balance, getInfo } from '../../contract/auth';
import { unreadMessages } from '../../contract/im';
import { readTotal } from '../../contract/messages';
import { useApp } from '../../core/app';
import { useQuery } from '../../core/data/query';
import { useSettings } from '../../core/data/settings';
import { useValue } from '../../core/data/signals';
import { LocationContext } from '../../core/navigation/location';
import { ButtonLink } from '../../ui/button';
import { Badge } from '../../ui/display/badge';
import { PullToRefresh } from '../../ui/feedback/pull';
import { Stale } from '../../ui/feedback/trouble';
import { TopBar } from '../../ui/layout/bar';
import { Card, Section } from '../../ui/layout/card';
import { Cell, Cells } from '../../ui/layout/cell';
import { notices } from '../notices/screens';
import { support } from '../support/screens';
import { groups } from './groups';
import { Language } from './language';
import { Profile } from './profile';
import { SignOut } from './sign-out';
import { Totals } from './totals';

/** Spec §1. */
const version = '1.0.0';

/** `pages/tabbar/mine`: the personal centre (spec §2). */
export default function Mine() {
  const { nav, session, t } = useApp();
  const member = useValue(session.userInfo);
  const info = useQuery(getInfo, {});
  const amounts = useQuery(balance, {});
  const unread = useQuery(readTotal, {});
  const unreadIm = useQuery(unreadMessages, {});
  const entry = useContext(LocationContext)?.key;
  const { customerServicePhone } = useSettings('customerServicePhone');

  const fresh = info.value?.userInfo;
  useEffect(() => {
    // an answer that was on its way while the member signed out belongs to nobody
    if (fresh && fresh.userId === session.userInfo.peek()?.userId) session.update(fresh);
  }, [fresh]);

  // a kept tab is not opened again: whoever comes back to it sees what they have been told meanwhile
  useEffect(() => {
    void unread.refresh();
    void unreadIm.refresh();
  }, [entry]);

  const refresh = async () => {
    await Promise.all([info, amounts, unread, unreadIm].map(({ refresh }) => refresh()));
  };
  const badge = (count = 0) =>
    count ? <Badge count={count} label={t('common.unread', { count })} /> : undefined;
  const news = (to: unknown) =>
    badge(
      to === notices.systemMsg
        ? unread.value?.unread
        : to === support.im
          ? unreadIm.value?.unread
          : undefined,
    );
  const messages = (
    <ButtonLink kind="quiet" small {...nav.link(notices.systemMsg, {})}>
      {t('mine.links.systemMsg')} {badge(unread.value?.unread)}
    </ButtonLink>
  );
  return (
    <>
      <TopBar title={t('mine.title')} action={messages} />
      <PullToRefresh onRefresh={refresh}>
        <Card night>
          {member && <Profile of={member} />}
          <Totals of={amounts.value} />
        </Card>
        {amounts.failure && (
          <div style={{ marginTop: 12 }}>
            <Stale failure={amounts.failure} retry={() => void refresh()} />
          </div>
        )}
        <div style={{ marginTop: 24 }}>
          {groups.map(([group, links]) => (
            <Section key={group} title={t(`mine.groups.${group}`)}>
              <Cells>
                {links.map(([name, to]) => (
                  <Cell key={name} label={t(`mine.links.${name}`)} value={news(to)} {...nav.link(to, {})} />
                ))}
                {group === 'support' && customerServicePhone && (
                  <Cell
                    label={t('mine.customerService')}
                    value={customerServicePhone}
                    href={`tel:${customerServicePhone}`}
                  />
                )}
                {group === 'settings' && (
                  <>
                    <Cell label={t('mine.language')} value={<Language />} />
                    <Cell label={t('mine.version')} value={version} />
                  </>
                )}
              </Cells>
            </Section>
          ))}
        </div>
        <SignOut />
      </PullToRefresh>
    </>
  );
}
