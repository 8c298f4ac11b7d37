import { useApp } from '../../../core/app';
import { cartIcon, categoryIcon, mineIcon, storeIcon } from '../../../ui/display/icons';
import { TabBar } from '../../../ui/layout/tab-bar';
import { cart, goodsClass, home, my } from '../routes';

const icons = { home: storeIcon, goodsClass: categoryIcon, cart: cartIcon, my: mineIcon };
const routes = { home, goodsClass, cart, my };
type Name = keyof typeof icons;

/** The store's own tabs (spec §2: the cart is index 2). The badge counts the lines of the cart. */
export function BottomRow({ current, count }: { current: Name; count: number }) {
  const { nav, t } = useApp();
  return (
    <TabBar
      label={t('store.pages')}
      items={(Object.keys(icons) as Name[]).map((name) => ({
        key: name,
        label: t(`store.tabs.${name}`),
        icon: icons[name],
        current: name === current,
        ...nav.link(routes[name], {}),
        ...(name === 'cart' && { badge: { count, label: t('store.cart.count', { count }) } }),
      }))}
    />
  );
}
