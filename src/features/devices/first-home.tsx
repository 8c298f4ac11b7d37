import { css } from 'goober';
import { listCoupons, queryProducts } from '../../contract/buying/products';
import { useApp } from '../../core/app';
import { useQuery } from '../../core/data/query';
import { day } from '../../core/text/day';
import { money } from '../../core/text/format';
import { ButtonLink } from '../../ui/button';
import { Drawing } from '../../ui/display/drawing';
import { firstDrawing } from '../../ui/display/drawings';
import { Icon } from '../../ui/display/icon';
import { accountsIcon, cartIcon, chevronIcon, couponIcon, incomeIcon } from '../../ui/display/icons';
import { Cell, Cells, Tile } from '../../ui/layout/cell';
import { Night } from '../../ui/layout/night';
import { hidden, middle, quiet, spread } from '../../ui/styles';
import * as store from '../store/routes';
import { Bell } from './bell';

const ticket = css`
  margin-top: 12px;
  padding: 12px 14px;
  border: 1.5px dashed var(--cp-sun);
  border-radius: 14px;
  color: inherit;
  text-decoration: none;
  & b {
    color: var(--cp-sun);
  }
`;

/** The home of a member without a cloud phone: what one is, its price with their coupon, and the way to the first one. */
export default function FirstHome() {
  const { nav, t } = useApp();
  const plans = useQuery(queryProducts, { category: 'machines', sort: 'price' });
  const first = plans.value?.items.find(({ stock }) => stock > 0);
  const steps = [
    ['plan', cartIcon],
    ['account', accountsIcon],
    ['rent', incomeIcon],
  ] as const;
  const words = { price: first ? money(first.price) : '–', rent: first ? money(first.dailyRent) : '–' };
  return (
    <>
      <Night action={<Bell />}>
        <div className={middle} style={{ padding: '4px 0 8px' }}>
          <Drawing of={firstDrawing} width={180} />
          <h2>{t('devices.none')}</h2>
        </div>
        <div style={{ display: 'flex', flexDirection: 'column' }}>
          {first ? (
            <Offer productId={first.productId} price={first.price} />
          ) : (
            <ButtonLink kind="primary" {...nav.link(store.rechargeScore, {})}>
              {t('devices.buy')}
            </ButtonLink>
          )}
        </div>
      </Night>
      <Cells>
        {steps.map(([name, icon]) => (
          <Cell
            key={name}
            icon={<Tile of={icon} />}
            label={<b>{t(`devices.first.${name}`)}</b>}
            note={t(`devices.first.${name}Text`, words)}
          />
        ))}
      </Cells>
      <p className={quiet} style={{ margin: '10px 2px' }}>
        {t('devices.first.note')}
      </p>
      <div style={{ display: 'flex', flexDirection: 'column' }}>
        <ButtonLink {...nav.link(store.home, {})}>{t('devices.store')}</ButtonLink>
      </div>
    </>
  );
}

/** The lowest price of one, with the best of the member's coupons deducted by the server. */
function Offer({ productId, price }: { productId: string; price: number }) {
  const app = useApp();
  const { nav, t } = app;
  const coupons = useQuery(listCoupons, { items: [{ productId, quantity: 1 }] });
  const best = coupons.value?.items[0];
  const buy = nav.link(store.rechargeScore, { productId });
  return (
    <>
      <ButtonLink kind="primary" {...buy}>
        {t('devices.first.start', { price: money(best?.total ?? price) })}
        {best?.total !== undefined && (
          <s style={{ marginLeft: 8, opacity: 0.8 }}>
            <span className={hidden}>{t('devices.first.before')} </span>
            {money(price)}
          </s>
        )}
      </ButtonLink>
      {best?.discount !== undefined && (
        <a className={`${ticket} ${spread}`} {...(buy as { href: string })}>
          <Icon of={couponIcon} size={24} />
          <span data-grow="">
            <b>{t('devices.first.off', { amount: money(best.discount) })}</b>
            <br />
            <span className={quiet}>{t('devices.first.applied', { date: day(best.validUntil, app) })}</span>
          </span>
          <Icon of={chevronIcon} size={16} />
        </a>
      )}
    </>
  );
}
