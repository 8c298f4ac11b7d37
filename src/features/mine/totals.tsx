import { css } from 'goober';
import type { Balance } from '../../contract/member/auth';
import { useApp } from '../../core/app';
import type { AnyRoute } from '../../core/navigation/route';
import { integer, money } from '../../core/text/format';
import { ButtonLink } from '../../ui/button';
import { Amount } from '../../ui/display/amount';
import { Icon } from '../../ui/display/icon';
import { rechargeIcon, withdrawIcon } from '../../ui/display/icons';
import { pair, quiet } from '../../ui/styles';
import * as orders from '../orders/routes';
import * as points from '../points/routes';
import * as wallet from '../wallet/routes';

const totals = css`
  display: flex;
  flex-wrap: wrap;
  margin: 12px -4px -8px;
  & a {
    flex: 1 0 50%;
    min-height: 44px;
    padding: 4px;
    border-radius: calc(var(--cp-round) * 8 / 16);
    color: inherit;
    text-decoration: none;
  }
  & a:active {
    background: var(--cp-sunk);
  }
  & span {
    display: block;
    color: var(--cp-quiet);
    font-size: 12px;
  }
`;

const kinds: [
  Exclude<keyof Balance, 'balance' | 'frozen'>,
  as: (amount: number) => string,
  to: AnyRoute,
  params?: Record<string, string>,
][] = [
  ['storeBalance', money, wallet.balance],
  ['points', integer, points.pointsMall],
  ['cloudBeans', integer, points.pointsMall],
  ['promotionValue', integer, wallet.transferScore],
];

/** The member's balances, each linked to the screen where it is spent. Has its final height before its numbers arrive. */
export function Totals({ of }: { of: Balance | undefined }) {
  const { nav, t } = useApp();
  return (
    <>
      <p className={quiet} style={{ marginTop: 12 }}>
        {t('mine.balance')}
        {!!of?.frozen && ` · ${t('mine.onHold', { amount: money(of.frozen) })}`}
      </p>
      <Amount of={of ? money(of.balance) : '–'} size="figure" />
      <div className={pair}>
        <ButtonLink kind="primary" {...nav.link(wallet.balance, {})}>
          <Icon of={withdrawIcon} />
          {t('mine.withdraw')}
        </ButtonLink>
        <ButtonLink {...nav.link(orders.topUp, {})}>
          <Icon of={rechargeIcon} />
          {t('mine.recharge')}
        </ButtonLink>
      </div>
      <nav className={totals} aria-label={t('mine.totals')} aria-busy={!of}>
        {kinds.map(([kind, as, to, params = {}]) => (
          <a key={kind} {...(nav.link(to, params) as { href: string })}>
            <strong>{of ? as(of[kind]) : '–'}</strong>
            <span>{t(`mine.${kind}`)}</span>
          </a>
        ))}
      </nav>
    </>
  );
}
