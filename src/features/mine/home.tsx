import { useContext, useEffect } from 'react';
import { balance, getInfo } from '../../contract/member/auth';
import { unreadMessages } from '../../contract/support/im';
import { readTotal } from '../../contract/support/messages';
import { useApp } from '../../core/app';
import { useQuery } from '../../core/data/query';
import { useSettings } from '../../core/data/settings';
import { LocationContext } from '../../core/navigation/location';
import { Icon } from '../../ui/display/icon';
import { bellIcon, languageIcon, supportIcon } from '../../ui/display/icons';
import { PullToRefresh } from '../../ui/feedback/pull';
import { Stale } from '../../ui/feedback/trouble';
import { IconLink } from '../../ui/layout/bar';
import { Cell, Cells } from '../../ui/layout/cell';
import { IconGrid } from '../../ui/layout/icon-grid';
import { LanguageSwitch } from '../../ui/layout/language-switch';
import { Night } from '../../ui/layout/night';
import { Section } from '../../ui/layout/section';
import * as notices from '../notices/routes';
import * as support from '../support/routes';
import { type Destination, groups, most, settings } from './groups';
import { Profile } from './profile';
import { SignOut } from './sign-out';
import { Totals } from './totals';

/** Spec §1. */
const version = '1.0.0';

/** `pages/tabbar/mine`: the personal centre (spec §2). */
export default function Mine() {
  const { nav, session, t } = useApp();
  const member = session.userInfo.value;
  const info = useQuery(getInfo, {});
  const amounts = useQuery(balance, {});
  const messages = useQuery(readTotal, {});
  const conversation = useQuery(unreadMessages, {});
  const entry = useContext(LocationContext)?.key;
  const { customerServicePhone } = useSettings('customerServicePhone');

  // a kept tab is not opened again: whoever comes back to it sees what they have been told meanwhile
  useEffect(() => {
    void messages.refresh();
    void conversation.refresh();
  }, [entry]);

  const refresh = async () => {
    await Promise.all([info, amounts, messages, conversation].map(({ refresh }) => refresh()));
  };
  const unreadBadge = (to: unknown) => {
    // messages are counted at the bell
    const count = to === support.im ? (conversation.value?.unread ?? 0) : 0;
    return count ? { count, label: t('common.unread', { count }) } : undefined;
  };
  const cells = (destinations: Destination[]) =>
    destinations.map(([key, icon, to]) => ({
      key,
      icon,
      label: t(`mine.links.${key}`),
      link: nav.link(to, {}),
      badge: unreadBadge(to),
    }));
  const unread = messages.value?.unread ?? 0;
  return (
    <PullToRefresh onRefresh={refresh}>
      <Night
        action={
          <IconLink
            icon={bellIcon}
            label={t('mine.links.systemMsg')}
            badge={unread ? { count: unread, label: t('common.unread', { count: unread }) } : undefined}
            {...nav.link(notices.systemMsg, {})}
          />
        }
      >
        {member && <Profile of={member} />}
        <Totals of={amounts.value} />
      </Night>
      {amounts.failure && <Stale failure={amounts.failure} retry={() => void refresh()} />}
      <IconGrid strong label={t('mine.groups.most')} of={cells(most)} />
      {groups.map(([group, destinations]) => (
        <IconGrid key={group} title={t(`mine.groups.${group}`)} of={cells(destinations)} />
      ))}
      <Section title={t('mine.groups.settings')}>
        <Cells>
          <Cell
            icon={<Icon of={languageIcon} size={24} />}
            label={t('common.language')}
            value={<LanguageSwitch />}
          />
          {settings.map(([name, icon, to]) => (
            <Cell
              key={name}
              icon={<Icon of={icon} size={24} />}
              label={t(`mine.links.${name}`)}
              {...nav.link(to, {})}
            />
          ))}
          {customerServicePhone && (
            <Cell
              icon={<Icon of={supportIcon} size={24} />}
              label={t('mine.customerService')}
              value={customerServicePhone}
              href={`tel:${customerServicePhone}`}
            />
          )}
          <Cell label={t('mine.version')} value={version} />
        </Cells>
      </Section>
      <SignOut />
    </PullToRefresh>
  );
}
