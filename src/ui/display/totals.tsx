import { css } from 'goober';
import { Card } from '../layout/card';
import { Amount } from './amount';
import { Icon } from './icon';
import { chevronIcon } from './icons';

const totals = css`
  display: flex;
  flex-wrap: wrap;
  margin: -8px;
  & a {
    flex: 1 1 auto;
    min-width: 50%;
    min-height: 44px;
    padding: 8px;
    border-radius: calc(var(--cp-round) * 8 / 16);
    color: inherit;
    text-decoration: none;
  }
  & span {
    display: flex;
    align-items: center;
    color: var(--cp-quiet);
    font-size: 13px;
  }
  & strong {
    display: block;
  }
`;

export interface Total {
  name: string;
  amount: string;
  /** Takes a line of its own, as the main figure of the card. */
  alone?: boolean;
  link: { href: string };
}

/** A member's balances, each amount linked to its movements. */
export function Totals({ label, of, busy }: { label: string; of: Total[]; busy?: boolean }) {
  return (
    <Card night>
      <nav className={totals} aria-label={label} aria-busy={busy}>
        {of.map(({ name, amount, alone, link }) => (
          <a key={name} {...link} {...(alone && { style: { flexBasis: '100%' } })}>
            <span>
              {name}
              <Icon of={chevronIcon} size={14} />
            </span>
            {alone ? <Amount of={amount} size="figure" /> : <strong>{amount}</strong>}
          </a>
        ))}
      </nav>
    </Card>
  );
}
