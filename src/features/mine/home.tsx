import { useEffect } from 'react';
import { useValue } from '#signals';
import { balance, getInfo } from '../../contract/session';
import { useApp } from '../../core/app';
import { useQuery } from '../../core/query';
import { Card, Section } from '../../ui/card';
import { Cell, Cells } from '../../ui/cell';
import { PullToRefresh } from '../../ui/pull';
import { Stale } from '../../ui/trouble';
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
  const known = useValue(session.userInfo);
  const info = useQuery(getInfo, {});
  const amounts = useQuery(balance, {});

  const fresh = info.value?.userInfo;
  useEffect(() => {
    // an answer that was on its way while the member signed out belongs to nobody
    if (fresh && fresh.userId === session.userInfo.peek()?.userId) session.update(fresh);
  }, [fresh]);

  const refresh = async () => {
    await Promise.all([info.refresh(), amounts.refresh()]);
  };
  return (
    <PullToRefresh onRefresh={refresh}>
      <h1 style={{ padding: '12px 4px', fontSize: 18 }}>{t('mine.title')}</h1>
      <Card hero>
        {known && <Profile of={known} />}
        <Totals of={amounts.value} />
      </Card>
      {amounts.failure && (
        <div style={{ marginTop: 12 }}>
          <Stale failure={amounts.failure} retry={() => void refresh()} />
        </div>
      )}
      <div style={{ marginTop: 24 }}>
        {groups.map(([title, links]) => (
          <Section key={title} title={t(title)}>
            <Cells>
              {links.map(([label, to]) => (
                <Cell key={label} label={t(label)} {...nav.link(to, {})} />
              ))}
              {title === 'mine.groups.settings' && (
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
  );
}
