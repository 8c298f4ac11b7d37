import { css } from 'goober';
import { useState } from 'react';
import { useApp } from '../../core/app';
import { Icon } from '../display/icon';
import { minusIcon, plusIcon } from '../display/icons';
import { input, target } from '../styles';

const stepper = css`
  display: inline-flex;
  max-width: 100%;
  border-radius: var(--cp-round-control);
  background: var(--cp-sunk);
  & > input {
    width: 56px;
    min-height: 44px;
    padding: 0 4px;
    border-color: transparent;
    background: none;
    font-weight: 700;
    text-align: center;
  }
  & > button:disabled {
    color: var(--cp-edge);
    opacity: 0.5;
  }
`;

export interface Bounds {
  min?: number | undefined;
  max?: number | undefined;
}

/** A quantity, from `min` to `max`, by buttons or typing. Typed values are clamped. */
export function Stepper({
  value,
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  onChange,
  label,
  ...rest
}: Bounds & {
  value: number;
  onChange(value: number): void;
  label?: string | undefined;
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}) {
  const { t } = useApp();
  const [typing, setTyping] = useState<string>();
  const set = (next: number) => {
    const within = Math.max(min, Math.min(max, next));
    if (within !== value) onChange(within);
  };
  const step = (by: number, name: string, icon: string) => (
    <button
      type="button"
      className={target}
      aria-label={label ? `${name} (${label})` : name}
      disabled={by < 0 ? value <= min : value >= max}
      onClick={() => set(value + by)}
    >
      <Icon of={icon} />
    </button>
  );
  return (
    <div className={stepper}>
      {step(-1, t('common.less'), minusIcon)}
      <input
        {...rest}
        className={input}
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        value={typing ?? value}
        onInput={({ currentTarget }) => {
          const typed = currentTarget.value.replace(/\D/g, '').slice(0, 9);
          if (currentTarget.value !== typed) currentTarget.value = typed;
          setTyping(typed);
          if (typed) set(Number(typed));
        }}
        onBlur={() => setTyping(undefined)}
      />
      {step(1, t('common.plus'), plusIcon)}
    </div>
  );
}
