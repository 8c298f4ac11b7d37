import { css } from 'goober';

/** The box remains an input, for keyboards and screen readers; the visible box is drawn over it. */
const box = css`
  position: relative;
  flex: none;
  width: 22px;
  height: 22px;
  margin: 0 12px 0 0;
  border: 2px solid var(--cp-edge);
  border-radius: calc(var(--cp-round) * 7 / 16);
  background: var(--cp-card);
  -webkit-appearance: none;
  appearance: none;
  &:checked {
    border-color: var(--cp-accent);
    background: var(--cp-accent);
  }
  &:checked::after {
    position: absolute;
    top: 2px;
    left: 6px;
    width: 5px;
    height: 10px;
    border: solid var(--cp-on);
    border-width: 0 2px 2px 0;
    transform: rotate(45deg);
    content: '';
  }
  &:disabled {
    opacity: 0.5;
  }
`;

/** A checkbox with its label, unless a row around it is the label. */
export function CheckBox({
  checked,
  label,
  bare,
  disabled,
  onChange,
}: {
  checked: boolean;
  label: string;
  /** Only the box, named by `label`; the row around it is its label. */
  bare?: boolean | undefined;
  disabled?: boolean | undefined;
  onChange(): void;
}) {
  const input = (
    <input
      className={box}
      type="checkbox"
      checked={checked}
      aria-label={bare ? label : undefined}
      disabled={disabled}
      onChange={onChange}
    />
  );
  return bare ? (
    input
  ) : (
    <label>
      {input}
      {label}
    </label>
  );
}
