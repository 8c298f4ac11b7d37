import { useContext, useEffect, useRef } from 'react';
import { waitingOrders } from '../../contract/buying/orders';
import { balance, getInfo } from '../../contract/member/auth';
import { unreadMessages } from '../../contract/support/im';
import { readTotal } from '../../contract/support/messages';
import { useApp } from '../../core/app';
import { useQuery } from '../../core/data/query';
import { useSettings } from '../../core/data/settings';
import { LocationContext } from '../../core/navigation/location';
import { Icon } from '../../ui/display/icon';
import { bellIcon, settingsIcon, supportIcon } from '../../ui/display/icons';
import { PullToRefresh } from '../../ui/feedback/pull';
import { Stale } from '../../ui/feedback/trouble';
import { IconLink } from '../../ui/layout/bar';
import { Cell, Cells } from '../../ui/layout/cell';
import { IconGrid } from '../../ui/layout/icon-grid';
import { Night } from '../../ui/layout/night';
import * as notices from '../notices/routes';
import * as orders from '../orders/routes';
import * as support from '../support/routes';
import { type Destination, groups, most } from './groups';
import { LanguageCell } from './language-cell';
import { Profile } from './profile';
import * as mine from './routes';
import { SignOut } from './sign-out';
import { Totals } from './totals';

/** `pages/tabbar/mine`: the personal centre (spec §2). */
export default function Mine() {
  const { nav, session, t } = useApp();
  const member = session.userInfo.value;
  const info = useQuery(getInfo, {});
  const amounts = useQuery(balance, {});
  const messages = useQuery(readTotal, {});
  const conversation = useQuery(unreadMessages, {});
  const waiting = useQuery(waitingOrders, {});
  const entry = useContext(LocationContext)?.key;
  const { customerServicePhone } = useSettings('customerServicePhone');

  // a kept tab is not mounted again: a member who returns to it must see new messages
  const shown = useRef(entry);
  useEffect(() => {
    if (shown.current === entry) return;
    shown.current = entry;
    void messages.refresh();
    void conversation.refresh();
    void waiting.refresh();
  }, [entry]);

  const refresh = async () => {
    await Promise.all([info, amounts, messages, conversation, waiting].map(({ refresh }) => refresh()));
  };
  const badgeOf = (to: unknown) => {
    // unread messages are counted at the bell
    const unread = to === support.im ? conversation.value?.unread : 0;
    if (unread) return { count: unread, label: t('common.unread', { count: unread }) };
    const { unpaid = 0, unsigned = 0 } = waiting.value ?? {};
    if (to === orders.payOrder && unpaid)
      return { count: unpaid, label: t('mine.unpaid', { count: unpaid }) };
    if (to === orders.signTask && unsigned)
      return { count: unsigned, label: t('mine.unsigned', { count: unsigned }) };
    return undefined;
  };
  const cells = (destinations: Destination[]) =>
    destinations.map(([key, icon, to]) => ({
      key,
      icon,
      label: t(`mine.links.${key}`),
      link: nav.link(to, {}),
      badge: badgeOf(to),
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
      <div style={{ margin: '20px 0' }}>
        <Cells>
          <LanguageCell />
          <Cell
            icon={<Icon of={settingsIcon} size={24} />}
            label={t('mine.links.settings')}
            {...nav.link(mine.settings, {})}
          />
          {customerServicePhone && (
            <Cell
              icon={<Icon of={supportIcon} size={24} />}
              label={t('mine.customerService')}
              value={customerServicePhone}
              href={`tel:${customerServicePhone}`}
            />
          )}
        </Cells>
      </div>
      <SignOut />
    </PullToRefresh>
  );
}
