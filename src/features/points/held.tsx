import { css } from 'goober';
import type { Exchange } from '../../contract/points';
import { useApp } from '../../core/app';
import { whole } from '../../core/format';
import type { Known } from '../../core/query';
import { Card } from '../../ui/card';
import { Icon } from '../../ui/icon';
import { Stale } from '../../ui/trouble';
import { wallet } from '../wallet/screens';
import { Frozen } from './frozen';
import type { Reward } from './price';

const held = css`
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
  & span {
    display: flex;
    align-items: center;
    color: var(--cp-quiet);
    font-size: 13px;
  }
  & strong {
    font-size: 24px;
    line-height: 1.3;
  }
`;
const rewards: Reward[] = ['points', 'cloudBeans'];

/** What the member has for the mall, each leading to the movements that make it, and whether it is frozen. */
export function Held({
  of: { value, failure, refresh },
}: {
  of: Known<Exchange> & { refresh(): Promise<void> };
}) {
  const { nav, t } = useApp();
  return (
    <>
      {failure && <Stale failure={failure} retry={() => void refresh()} />}
      <Card hero>
        <nav className={held} aria-label={t('points.have')} aria-busy={!value && !failure}>
          {rewards.map((kind) => (
            <a key={kind} {...(nav.link(wallet.movements, { kind }) as { href: string })}>
              <span>
                {t(`points.currencies.${kind}`)}
                <Icon name="chevron" size={14} />
              </span>
              <strong>{value ? whole(value[kind]) : '–'}</strong>
            </a>
          ))}
        </nav>
      </Card>
      {value?.frozen && <Frozen of={value} />}
    </>
  );
}
