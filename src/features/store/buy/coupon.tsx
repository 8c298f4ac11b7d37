import { css } from 'goober';
import { type FormEvent, useId } from 'react';
import type { OwnCoupon } from '../../../contract/buying/products';
import { useApp } from '../../../core/app';
import { day, type Teller } from '../../../core/text/day';
import { money } from '../../../core/text/format';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/display/icon';
import { couponIcon } from '../../../ui/display/icons';
import { beside, input, quiet, spread } from '../../../ui/styles';
import type { Coupons } from './use-coupons';

/** Maximum length of a coupon code, as in the contract's rule. */
const longest = 32;

const ticket = css`
  margin-bottom: 8px;
  padding: 8px 12px;
  border: 1.5px dashed var(--cp-edge);
  border-radius: var(--cp-round-control);
  &[data-used] {
    border-color: var(--cp-sun);
  }
`;

/** The member's coupons for these goods, the applied one, and a field for a code. */
export function CouponChoice({ of, wrong }: { of: Coupons; wrong: string | undefined }) {
  const app = useApp();
  const { t } = app;
  const { own, used, typedName } = of;
  const isOwn = own.some(({ couponCode }) => couponCode === used);
  return (
    <div>
      {own.length > 0 && (
        <p style={{ marginBottom: 6, fontSize: 14, fontWeight: 600 }}>{t('store.coupon.own')}</p>
      )}
      {own.map((coupon) => (
        <Ticket
          key={coupon.couponCode}
          title={
            coupon.discount
              ? `${t('store.coupon.off', { amount: money(coupon.discount) })} · ${coupon.name}`
              : coupon.name
          }
          note={until(coupon, app)}
          used={coupon.couponCode === used}
          onUse={(use) => of.use(use ? coupon.couponCode : '')}
        />
      ))}
      {used && !isOwn && (
        <Ticket title={typedName ?? used} note={typedName && used} used onUse={() => of.use('')} />
      )}
      <CodeField of={of} wrong={wrong} />
    </div>
  );
}

const until = ({ validUntil, minimum }: OwnCoupon, app: Teller) =>
  minimum > 0
    ? app.t('store.coupon.from', { date: day(validUntil, app), amount: money(minimum) })
    : app.t('store.coupon.until', { date: day(validUntil, app) });

function Ticket({
  title,
  note,
  used,
  onUse,
}: {
  title: string;
  note?: string | undefined;
  used: boolean;
  onUse(use: boolean): void;
}) {
  const { t } = useApp();
  const action = t(used ? 'store.coupon.remove' : 'store.coupon.use');
  return (
    <div className={`${ticket} ${spread}`} data-used={used || undefined}>
      <Icon of={couponIcon} size={24} />
      <div data-grow="">
        <b>{title}</b>
        <p className={quiet}>{[used && t('store.coupon.applied'), note].filter(Boolean).join(' · ')}</p>
      </div>
      <Button kind="quiet" small aria-label={`${action}: ${title}`} onClick={() => onUse(!used)}>
        {action}
      </Button>
    </div>
  );
}

/** A code received elsewhere. Checked when it is applied, or at the latest when the goods are bought. */
function CodeField({ of, wrong }: { of: Coupons; wrong: string | undefined }) {
  const { t } = useApp();
  const id = useId();
  const problem = wrong ?? of.problem;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    void of.apply();
  };
  return (
    <form noValidate onSubmit={apply}>
      <label htmlFor={id} style={{ display: 'block', marginBottom: 6, fontSize: 14, fontWeight: 600 }}>
        {t('store.coupon.label')} <span className={quiet}>{t('common.optional')}</span>
      </label>
      <div className={beside}>
        <input
          id={id}
          className={input}
          name="couponCode"
          value={of.typed}
          maxLength={longest}
          autoComplete="off"
          autoCapitalize="characters"
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-note`}
          onInput={({ currentTarget }) => of.type(currentTarget.value)}
        />
        <Button type="submit" busy={of.busy}>
          {t('store.coupon.check')}
        </Button>
      </div>
      <p id={`${id}-note`} className={quiet} role="status" style={{ marginTop: 6, minHeight: 20 }}>
        <span style={{ color: 'var(--cp-bad)' }}>{problem}</span>
      </p>
    </form>
  );
}
