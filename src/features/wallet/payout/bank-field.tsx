import { css } from 'goober';
import { useApp } from '../../../core/app';
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

/** The opening bank: shown here, chosen from a sheet. */
export function BankField({
  of,
  bankName,
  onOpen,
}: {
  of: Form<Record<string, unknown>>;
  bankName: string | undefined;
  onOpen(): void;
}) {
  const { t } = useApp();
  return (
    <Field label={t('payout.fields.openingBank')} problem={of.problems.openingBank} group>
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
            <span data-none={bankName ? undefined : ''}>{bankName ?? t('payout.fields.choose')}</span>
            <Icon of={chevronIcon} size={16} />
          </button>
        </div>
      )}
    </Field>
  );
}
