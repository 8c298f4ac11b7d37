import { css } from 'goober';
import type { Form } from '../../../core/form/form';
import { Icon } from '../../../ui/display/icon';
import { chevronIcon } from '../../../ui/display/icons';
import { Field } from '../../../ui/field/field';
import { input } from '../../../ui/styles';

const chooser = css`
  & > button {
    display: flex;
    align-items: center;
    justify-content: space-between;
    text-align: left;
  }
  & [data-none] {
    color: var(--cp-quiet);
  }
  &[aria-invalid='true'] > button {
    border-color: var(--cp-bad);
  }
`;

/** A choice from many: shown here, chosen from a sheet. */
export function ChoiceField({
  of,
  name,
  label,
  none,
  chosen,
  onOpen,
}: {
  of: Form<Record<string, unknown>>;
  name: string;
  label: string;
  /** The text without a choice. */
  none: string;
  chosen: string | undefined;
  onOpen(): void;
}) {
  return (
    <Field label={label} problem={of.problems[name]} group>
      {(id, describedBy, invalid) => (
        // biome-ignore lint/a11y/useSemanticElements: the name of a field, around the one thing in it that is pressed
        <div
          className={chooser}
          role="group"
          aria-labelledby={`${id}-label`}
          aria-describedby={describedBy}
          aria-invalid={invalid}
        >
          <button type="button" className={input} aria-haspopup="dialog" onClick={onOpen}>
            <span data-none={chosen ? undefined : ''}>{chosen ?? none}</span>
            <Icon of={chevronIcon} size={16} />
          </button>
        </div>
      )}
    </Field>
  );
}
