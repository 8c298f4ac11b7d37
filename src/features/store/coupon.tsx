import { type FormEvent, useId, useState } from 'react';
import { getCoupon, type Item } from '../../contract/products';
import { useApp } from '../../core/app';
import { useInFlight } from '../../core/data/in-flight';
import { isDone } from '../../core/http/answer';
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
  const [note, setNote] = useState<{ text: string; bad?: boolean }>();
  const { pending, run } = useInFlight();
  const bad = wrong ?? (note?.bad ? note.text : undefined);

  const apply = async (event: FormEvent) => {
    event.preventDefault();
    const couponCode = typed.trim().toUpperCase();
    await run(
      async (start) => {
        if (!couponCode) return setNote({ text: t('store.coupon.required'), bad: true });
        start(true);
        const goods = items.filter(({ quantity }) => quantity > 0);
        const answer = await send(getCoupon, { couponCode, ...(goods.length > 0 && { items: goods }) });
        const done = isDone(answer);
        setNote(done ? { text: answer.name } : { text: answer.message, bad: true });
        onUse(done ? couponCode : '');
      },
      ({ message }) => setNote({ text: message || t('common.failures.offline'), bad: true }),
    );
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
            setNote(undefined);
            if (used) onUse('');
          }}
        />
        <Button type="submit" busy={pending}>
          {t('store.coupon.check')}
        </Button>
      </div>
      <p id={`${id}-note`} className={quiet} role="status" style={{ marginTop: 6, minHeight: 20 }}>
        <span style={bad ? { color: 'var(--cp-bad)' } : undefined}>{bad ?? note?.text}</span>
      </p>
    </form>
  );
}
