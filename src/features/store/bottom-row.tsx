import { useApp } from '../../core/app';
import { readCart } from '../../core/purchase/cart';
import { Drawing } from '../../ui/display/icon';
import { TabBar } from '../../ui/layout/tab-bar';
import { store } from './screens';

const drawings = {
  home: 'M4 10.5V20h16v-9.5M3 9l1.5-5h15L21 9a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0zM9.5 20v-5h5v5',
  goodsClass: 'M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z',
  cart: 'M3 4h2.5l2 11.5h10.5l2-8.5H6M9 20h.01M17 20h.01',
  my: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5V20a5.5 5.5 0 0 1 5.5-5.5h4a5.5 5.5 0 0 1 5.5 5.5v.5',
};
type Name = keyof typeof drawings;

/** The store's own tabs (spec §2: the cart is index 2). The badge counts the lines of the cart. */
export function BottomRow({ current }: { current: Name }) {
  const { nav, platform, session, t } = useApp();
  const count = readCart(platform.local, session.userInfo.peek()?.userId ?? '').length;
  return (
    <TabBar
      label={t('store.pages')}
      items={(Object.keys(drawings) as Name[]).map((name) => ({
        key: name,
        label: t(`store.tabs.${name}`),
        icon: <Drawing path={drawings[name]} size={24} />,
        current: name === current,
        ...nav.link(store[name], {}),
        ...(name === 'cart' && { badge: { count, label: t('store.cart.count', { count }) } }),
      }))}
    />
  );
}
