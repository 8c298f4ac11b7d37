import { css } from 'goober';
import { useState } from 'react';
import { useApp } from '../../core/app';
import type { Form } from '../../core/form/form';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/display/icon';
import { chevronIcon } from '../../ui/display/icons';
import { Field } from '../../ui/field/field';
import { input } from '../../ui/styles';
import { AreaSheet } from './area-sheet';

const chooser = css`
  & > button:first-child {
    display: flex;
    align-items: center;
    justify-content: space-between;
    text-align: left;
  }
  & [data-none] {
    color: var(--cp-quiet);
  }
  &[aria-invalid='true'] > button:first-child {
    border-color: var(--cp-bad);
  }
`;

/** The district: shown here, chosen from a sheet. */
export function AreaField({
  of,
  names,
  optional,
  onChoose,
}: {
  of: Form;
  names: string[];
  optional: boolean;
  onChoose(code: string | undefined, names: string[]): void;
}) {
  const { t } = useApp();
  const [choosing, setChoosing] = useState(false);
  const words = names.join(' ');
  return (
    <>
      <Field
        label={t(optional ? 'addresses.fields.areaIntl' : 'addresses.fields.area')}
        problem={of.problems.area}
        optional={optional}
        group
      >
        {(id, describedBy, invalid) => (
          // biome-ignore lint/a11y/useSemanticElements: the name of a field, around what is pressed in it
          <div
            className={chooser}
            role="group"
            aria-labelledby={`${id}-label`}
            aria-describedby={describedBy}
            aria-invalid={invalid}
          >
            <button type="button" className={input} aria-haspopup="dialog" onClick={() => setChoosing(true)}>
              <span lang={words ? 'zh' : undefined} data-none={words ? undefined : ''}>
                {words || t('addresses.fields.chooseArea')}
              </span>
              <Icon of={chevronIcon} size={16} />
            </button>
            {optional && words && (
              <Button kind="quiet" small onClick={() => onChoose(undefined, [])}>
                {t('addresses.fields.clearArea')}
              </Button>
            )}
          </div>
        )}
      </Field>
      {choosing && (
        <AreaSheet
          onClose={() => setChoosing(false)}
          onChoose={(code, chosen) => {
            onChoose(code, chosen);
            setChoosing(false);
          }}
        />
      )}
    </>
  );
}
