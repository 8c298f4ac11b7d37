import { css } from 'goober';
import { useApp } from '../../../core/app';
import { ButtonLink } from '../../../ui/button';
import { cartIcon, categoryIcon, mineIcon, storeIcon } from '../../../ui/display/icons';
import { TabBar } from '../../../ui/layout/tab-bar';
import { cart, goodsClass, home, my } from '../routes';

const icons = { home: storeIcon, goodsClass: categoryIcon, cart: cartIcon, my: mineIcon };
const routes = { home, goodsClass, cart, my };
type Name = keyof typeof icons;

const among = css`
  display: flex;
  flex-wrap: wrap;
  margin: 12px -4px 0;
  & > * {
    flex: 1 1 auto;
    margin: 4px;
  }
`;

/** The store's own tabs (spec §2: the cart is index 2). The badge counts the lines of the cart. In a partner's page, whose bottom is not ours, they are links at the end. */
export function BottomRow({ current, count }: { current: Name; count: number }) {
  const { nav, platform, t } = useApp();
  const names = Object.keys(icons) as Name[];
  if (platform.guest)
    return (
      <nav className={among} aria-label={t('store.pages')}>
        {names
          .filter((name) => name !== current)
          .map((name) => (
            <ButtonLink key={name} small {...nav.link(routes[name], {})}>
              {t(`store.tabs.${name}`)}
              {name === 'cart' && count > 0 && ` (${count})`}
            </ButtonLink>
          ))}
      </nav>
    );
  return (
    <TabBar
      label={t('store.pages')}
      items={names.map((name) => ({
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
