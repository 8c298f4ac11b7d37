import { css } from 'goober';
import type { Balance } from '../../contract/session';
import { useApp } from '../../core/app';
import { money } from '../../core/format';
import { Card } from '../../ui/card';
import { Icon } from '../../ui/icon';
import { sum } from './looks';
import { wallet } from './screens';

const totals = css`
  display: flex;
  flex-wrap: wrap;
  margin: -8px;
  & a {
    flex: 1 1 auto;
    min-width: 50%;
    min-height: 44px;
    padding: 8px;
    border-radius: 8px;
    color: inherit;
    text-decoration: none;
  }
  & a:first-child {
    flex-basis: 100%;
  }
  & a > span {
    display: flex;
    align-items: center;
    color: var(--cp-quiet);
    font-size: 13px;
  }
  & strong {
    display: block;
  }
`;

/** What the member owns, each amount leading to the movements that make it. */
export function Totals({ of }: { of: Balance }) {
  const { nav, t } = useApp();
  const kinds = [
    ['balance', of.balance],
    ['store', of.storeBalance],
    ['frozen', of.frozen],
  ] as const;
  return (
    <Card hero>
      <nav className={totals} aria-label={t('wallet.totals')}>
        {kinds.map(([kind, amount]) => (
          <a key={kind} {...(nav.link(wallet.movements, { kind }) as { href: string })}>
            <span>
              {t(`wallet.kinds.${kind}`)}
              <Icon name="chevron" size={14} />
            </span>
            <strong className={kind === 'balance' ? sum : undefined}>{money(amount)}</strong>
          </a>
        ))}
      </nav>
    </Card>
  );
}
