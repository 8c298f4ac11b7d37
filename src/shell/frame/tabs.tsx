import type { ReadonlySignal } from '@preact/signals';
import { useApp } from '../../core/app';
import { useLocation } from '../../core/navigation/location';
import { type Tab, tabs } from '../../core/navigation/route';
import { accountsIcon, devicesIcon, dynamicIcon, logsIcon, mineIcon } from '../../ui/display/icons';
import { TabBar } from '../../ui/layout/tab-bar';

const icons = {
  devices: devicesIcon,
  accounts: accountsIcon,
  dynamic: dynamicIcon,
  logs: logsIcon,
  mine: mineIcon,
};

/** Their paths, which must be known before their routes are loaded. */
export const tabPaths: Record<Tab, string> = {
  devices: 'pages/tabbar/index',
  accounts: 'pages/member/memberList',
  dynamic: 'pages/tabbar/dynamic',
  logs: 'pages/tabbar/order',
  mine: 'pages/tabbar/mine',
};

const tabOf = (path: string) =>
  tabs.find((tab) => path === `/${tabPaths[tab]}` || (path === '/' && tab === 'devices'));

/**
 * The five of spec §2; the badge on dynamic shows only above 0. Wide windows show them beside every screen (`wide.css`). The tab to which the
 * member is `heading` lights up before its screen is rendered.
 */
export function Tabs({ heading }: { heading: ReadonlySignal<string> }) {
  const { t, state } = useApp();
  const { path } = useLocation();
  const unread = state.unread.value;
  const member = state.userInfo.value;
  const current = tabOf(heading.value) || tabOf(path);
  if (!member) return null;
  return (
    <TabBar
      hidden={!current}
      label={t('common.tabs.label')}
      items={tabs.map((tab) => ({
        key: tab,
        icon: icons[tab],
        label: t(`common.tabs.${tab}`),
        current: tab === current,
        href: `#/${tabPaths[tab]}`,
        badge:
          tab === 'dynamic' ? { count: unread, label: t('common.unread', { count: unread }) } : undefined,
      }))}
    />
  );
}
