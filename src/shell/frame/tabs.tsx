import { useApp } from '../../core/app';
import { useValue } from '../../core/data/signals';
import { useLocation } from '../../core/navigation/location';
import { type AnyScreen, tabs } from '../../core/navigation/screen';
import { accountsIcon, devicesIcon, dynamicIcon, logsIcon, mineIcon } from '../../ui/display/icons';
import { TabBar } from '../../ui/layout/tab-bar';

const icons = {
  devices: devicesIcon,
  accounts: accountsIcon,
  dynamic: dynamicIcon,
  logs: logsIcon,
  mine: mineIcon,
};

/** The five of spec §2; the badge on dynamic shows only above 0. */
export function Tabs({ find, screens }: { find(path: string): AnyScreen | undefined; screens: AnyScreen[] }) {
  const { t, nav, session } = useApp();
  const { path } = useLocation();
  const unread = useValue(session.unread);
  const member = useValue(session.userInfo);
  const current = find(path.slice(1))?.tab;
  if (!current || !member) return null;
  return (
    <TabBar
      label={t('common.tabs.label')}
      items={tabs.map((tab) => ({
        key: tab,
        icon: icons[tab],
        label: t(`common.tabs.${tab}`),
        current: tab === current,
        // biome-ignore lint/style/noNonNullAssertion: every tab has a screen (test/unit/routes.test.ts)
        ...nav.link(screens.find((screen) => screen.tab === tab)!, {}),
        ...(tab === 'dynamic' && { badge: { count: unread, label: t('common.unread', { count: unread }) } }),
      }))}
    />
  );
}
