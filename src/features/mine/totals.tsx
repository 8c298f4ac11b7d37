import { css } from 'goober';
import type { Balance } from '../../contract/auth';
import { useApp } from '../../core/app';
import type { AnyScreen } from '../../core/navigation/screen';
import { money, whole } from '../../core/text/format';
import { points } from '../points/screens';
import { wallet } from '../wallet/screens';

const totals = css`
  display: flex;
  flex-wrap: wrap;
  margin: 12px -8px -8px;
  padding-top: 8px;
  border-top: 1px solid var(--cp-line);
  & a {
    flex: 1 1 auto;
    min-width: 50%;
    min-height: 44px;
    padding: 8px;
    color: inherit;
    text-decoration: none;
  }
  & span {
    display: block;
    color: var(--cp-quiet);
    font-size: 12px;
  }
`;

const kinds: [
  keyof Balance,
  as: (amount: number) => string,
  to: AnyScreen,
  params?: Record<string, string>,
][] = [
  ['balance', money, wallet.balance],
  ['storeBalance', money, wallet.balance],
  ['frozen', money, wallet.movements, { kind: 'frozen' }],
  ['points', whole, points.pointsMall],
  ['cloudBeans', whole, points.pointsMall],
  ['promotionValue', whole, wallet.transferScore],
];

/** What the member has, each leading to where it is spent. Has its height before it has its numbers. */
export function Totals({ of }: { of: Balance | undefined }) {
  const { nav, t } = useApp();
  return (
    <nav className={totals} aria-label={t('mine.totals')} aria-busy={!of}>
      {kinds.map(([kind, as, to, params = {}]) => (
        <a key={kind} {...(nav.link(to, params) as { href: string })}>
          <span>{t(`mine.${kind}`)}</span>
          <strong>{of ? as(of[kind]) : '–'}</strong>
        </a>
      ))}
    </nav>
  );
}
