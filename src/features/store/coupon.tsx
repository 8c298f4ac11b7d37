import { type FormEvent, useId, useRef, useState } from 'react';
import { getCoupon, type Item } from '../../contract/products';
import { useApp } from '../../core/app';
import { isDone } from '../../core/http/answer';
import { Failure } from '../../core/http/failure';
import { Button } from '../../ui/button';
import { beside, input, quiet } from '../../ui/styles';

/** Characters of a coupon code, by the contract's rule. */
const longest = 32;

/** A coupon code being typed, checked by the server for these goods, and taken out again. */
export function CouponField({
  items,
  used,
  wrong,
  onUse,
}: {
  items: Item[];
  /** The code that is counted in; empty for none. */
  used: string;
  /** What is wrong with it by the last price. */
  wrong: string | undefined;
  onUse(code: string): void;
}) {
  const { send, t } = useApp();
  const id = useId();
  const [typed, setTyped] = useState(used);
  const [said, setSaid] = useState<{ text: string; bad?: boolean }>();
  const [busy, setBusy] = useState(false);
  const under = useRef(false);
  const bad = wrong ?? (said?.bad ? said.text : undefined);

  const apply = async (event: FormEvent) => {
    event.preventDefault();
    const couponCode = typed.trim().toUpperCase();
    if (under.current) return;
    if (!couponCode) return setSaid({ text: t('store.coupon.required'), bad: true });
    under.current = true;
    setBusy(true);
    try {
      const goods = items.filter(({ quantity }) => quantity > 0);
      const answer = await send(getCoupon, { couponCode, ...(goods.length > 0 && { items: goods }) });
      const done = isDone(answer);
      setSaid(done ? { text: answer.name } : { text: answer.message, bad: true });
      onUse(done ? couponCode : '');
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setSaid({ text: error.message || t('common.failures.offline'), bad: true });
    } finally {
      under.current = false;
      setBusy(false);
    }
  };
  return (
    <form noValidate onSubmit={(event) => void apply(event)}>
      <label htmlFor={id} style={{ display: 'block', marginBottom: 6, fontSize: 14, fontWeight: 600 }}>
        {t('store.coupon.label')} <span className={quiet}>{t('common.optional')}</span>
      </label>
      <div className={beside}>
        <input
          id={id}
          className={input}
          name="couponCode"
          value={typed}
          maxLength={longest}
          autoComplete="off"
          autoCapitalize="characters"
          aria-invalid={bad ? true : undefined}
          aria-describedby={`${id}-note`}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setSaid(undefined);
            if (used) onUse('');
          }}
        />
        <Button type="submit" busy={busy}>
          {t('store.coupon.check')}
        </Button>
      </div>
      <p id={`${id}-note`} className={quiet} role="status" style={{ marginTop: 6, minHeight: 20 }}>
        <span style={bad ? { color: 'var(--cp-bad)' } : undefined}>{bad ?? said?.text}</span>
      </p>
    </form>
  );
}
