import { checkBox } from '../styles';

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
      className={checkBox}
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
