import { css } from 'goober';
import { useState } from 'react';
import { type FreeMachine, listFreeMachines } from '../../contract/accounts';
import { useApp } from '../../core/app';
import { useList } from '../../core/data/list';
import type { Form } from '../../core/form/form';
import { ButtonLink } from '../../ui/button';
import { Icon } from '../../ui/display/icon';
import { chevronIcon } from '../../ui/display/icons';
import { Light } from '../../ui/display/light';
import { Empty } from '../../ui/feedback/empty';
import { Sheet } from '../../ui/feedback/sheet';
import { Field } from '../../ui/field/field';
import { Cell, Cells } from '../../ui/layout/cell';
import { ListView } from '../../ui/layout/list';
import { input } from '../../ui/styles';
import { store } from '../store/screens';

const chooser = css`
  & > button {
    display: flex;
    align-items: center;
    justify-content: space-between;
    text-align: left;
  }
  &[aria-invalid='true'] > button {
    border-color: var(--cp-bad);
  }
`;
const box = css`
  height: 60vh;
  overflow-y: auto;
  overscroll-behavior: contain;
`;

/** Which cloud phone an account runs on: shown here, chosen from a sheet of those that run none. */
export function MachineField({
  of,
  chosen,
  onChoose,
}: {
  of: Form;
  chosen: Pick<FreeMachine, 'id' | 'name'> | null;
  onChoose(machine: FreeMachine | null): void;
}) {
  const { t } = useApp();
  const [open, setOpen] = useState(false);
  const pick = (machine: FreeMachine | null) => {
    onChoose(machine);
    setOpen(false);
  };
  return (
    <Field
      label={t('accounts.machine')}
      hint={t('accounts.machineHint')}
      problem={of.problems.machineId}
      optional
      group
    >
      {(id, describedBy, invalid) => (
        // biome-ignore lint/a11y/useSemanticElements: the name of a field, around the one thing in it that is pressed
        <div
          className={chooser}
          role="group"
          aria-labelledby={`${id}-label`}
          aria-describedby={describedBy}
          aria-invalid={invalid}
        >
          <button type="button" className={input} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <span>{chosen?.name ?? t('accounts.machineNone')}</span>
            <Icon of={chevronIcon} size={16} />
          </button>
          {open && <Machines onClose={() => setOpen(false)} onChoose={pick} />}
        </div>
      )}
    </Field>
  );
}

function Machines({ onClose, onChoose }: { onClose(): void; onChoose(machine: FreeMachine | null): void }) {
  const { nav, t } = useApp();
  const list = useList(listFreeMachines, {});
  return (
    <Sheet open title={t('accounts.machine')} onClose={onClose}>
      <div className={box}>
        <ListView
          of={list}
          layout="joined"
          itemKey={({ id }) => id}
          empty={
            <Empty text={t('accounts.noFree')}>
              <ButtonLink {...nav.link(store.rechargeScore, {})}>{t('accounts.buy')}</ButtonLink>
            </Empty>
          }
          head={
            <Cells>
              <Cell label={t('accounts.machineNone')} onClick={() => onChoose(null)} />
            </Cells>
          }
        >
          {(machine) => (
            <Cell
              icon={<Light tone={machine.online ? 'lit' : 'unlit'} />}
              label={machine.name}
              note={machine.serialNumber}
              onClick={() => onChoose(machine)}
            />
          )}
        </ListView>
      </div>
    </Sheet>
  );
}
