import { css } from 'goober';
import { useId } from 'react';
import { aboutMethod, type PaymentMethod } from '../../../contract/buying/payment-methods';
import type { OfferedMethod } from '../../../contract/buying/payments';
import { useApp } from '../../../core/app';
import { integer, money } from '../../../core/text/format';
import { Icon } from '../../../ui/display/icon';
import {
  beansIcon,
  cardIcon,
  coinsIcon,
  commentIcon,
  pointsIcon,
  scanIcon,
  transferIcon,
  walletIcon,
} from '../../../ui/display/icons';
import { Tag } from '../../../ui/display/tag';
import { Radio } from '../../../ui/field/radio';
import { choice, panel, quiet } from '../../../ui/styles';

const icons: Record<PaymentMethod, string> = {
  balance: walletIcon,
  wechat: commentIcon,
  alipay: scanIcon,
  card: cardIcon,
  usdt: coinsIcon,
  remittance: transferIcon,
  points: pointsIcon,
  cloudBeans: beansIcon,
};

const rows = css`
  padding: 0 16px;
  & > label > svg {
    flex: none;
    margin-right: 12px;
  }
  & > label + label {
    border-top: 1px solid var(--cp-line);
  }
  & > label > span {
    flex: 1;
    min-width: 0;
    padding: 10px 0;
  }
  & p[data-bad] {
    color: var(--cp-bad);
  }
`;

/** Methods that explain their next step; the member's balances show an amount instead. */
type Fact = Exclude<PaymentMethod, 'balance' | 'points' | 'cloudBeans'>;

/** The payment methods offered, with the member's balance for them, or the reason why one cannot be used. */
export function MethodRows({
  methods,
  value,
  limit,
  locked,
  onChange,
}: {
  methods: OfferedMethod[];
  value?: PaymentMethod | undefined;
  /** Maximum amount of one online transaction in fen. */
  limit?: number | undefined;
  /** An order is being placed: its method cannot change now. */
  locked?: boolean | undefined;
  onChange?: (method: PaymentMethod) => void;
}) {
  const { t } = useApp();
  const id = useId();
  const has = ({ way: method, available = 0 }: OfferedMethod) =>
    aboutMethod(method).currency === 'money'
      ? t('pay.pay.balance', { amount: money(available) })
      : t('pay.pay.available', { count: integer(available) });
  const note = (offered: OfferedMethod) =>
    offered.reason === 'signedOut' ? undefined : (
      <>
        {offered.available !== undefined ? (
          <p className={quiet}>{has(offered)}</p>
        ) : (
          <p className={quiet}>
            {t(`pay.facts.${offered.way as Fact}`, { limit: limit ? money(limit).slice(0, -3) : '' })}
          </p>
        )}
        {offered.reason && (
          <p className={quiet} data-bad="">
            {t(`pay.unusable.${offered.reason}`)}
          </p>
        )}
        {offered.parts > 1 && <p className={quiet}>{t('pay.pay.parts', { count: offered.parts })}</p>}
      </>
    );
  return (
    <div className={`${panel} ${choice} ${rows}`} role="radiogroup" aria-label={t('pay.pay.choose')}>
      {methods.map((offered) => (
        <label key={offered.way}>
          <Radio
            name={id}
            disabled={!onChange || !offered.usable || locked}
            checked={offered.way === value}
            onChange={() => onChange?.(offered.way)}
          />
          <Icon of={icons[offered.way]} size={24} />
          <span>
            {t(`orders.ways.${offered.way}`)}{' '}
            {offered.sandbox && <Tag tone="warn">{t('orders.sandbox')}</Tag>}
            {note(offered)}
          </span>
        </label>
      ))}
    </div>
  );
}
