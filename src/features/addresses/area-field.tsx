import { useState } from 'react';
import { useApp } from '../../core/app';
import type { Form } from '../../core/form/form';
import { Button } from '../../ui/button';
import { ChooserField } from '../../ui/field/chooser-field';
import { AreaSheet } from './area-sheet';

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
      <ChooserField
        label={t(optional ? 'addresses.fields.areaIntl' : 'addresses.fields.area')}
        problem={of.problems.area}
        optional={optional}
        value={words}
        lang="zh"
        placeholder={t('addresses.fields.chooseArea')}
        onOpen={() => setChoosing(true)}
      >
        {optional && words && (
          <Button kind="quiet" small onClick={() => onChoose(undefined, [])}>
            {t('addresses.fields.clearArea')}
          </Button>
        )}
      </ChooserField>
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
