import { useApp } from '../../../core/app';
import { accountsIcon, cartIcon, incomeIcon } from '../../../ui/display/icons';
import { Cell, Cells, Tile } from '../../../ui/layout/cell';

const steps = [
  ['plan', cartIcon],
  ['account', accountsIcon],
  ['rent', incomeIcon],
] as const;

/** An introduction for visitors without an account. */
export default function FirstSteps() {
  const { t } = useApp();
  return (
    <div style={{ marginTop: 20 }}>
      <Cells>
        {steps.map(([name, icon]) => (
          <Cell
            key={name}
            icon={<Tile of={icon} />}
            label={<b>{t(`auth.steps.${name}`)}</b>}
            note={t(`auth.steps.${name}Text`)}
          />
        ))}
      </Cells>
    </div>
  );
}
