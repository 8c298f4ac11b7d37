import { css } from 'goober';
import { useState } from 'react';
import { type FreeMachine, listFreeMachines } from '../../contract/video/accounts';
import { useApp } from '../../core/app';
import { useList } from '../../core/data/list';
import type { Form } from '../../core/form/form';
import { ButtonLink } from '../../ui/button';
import { firstDrawing } from '../../ui/display/drawings';
import { Light } from '../../ui/display/light';
import { Empty } from '../../ui/feedback/empty';
import { Sheet } from '../../ui/feedback/sheet';
import { ChooserField } from '../../ui/field/chooser-field';
import { Cell, Cells } from '../../ui/layout/cell';
import { ListView } from '../../ui/layout/list';
import * as store from '../store/routes';

const box = css`
  height: 60vh;
  overflow-y: auto;
  overscroll-behavior: contain;
`;

/** The cloud phone of an account: shown here, chosen from a sheet of free ones. */
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
    <>
      <ChooserField
        label={t('accounts.machine')}
        hint={t('accounts.machineHint')}
        problem={of.problems.machineId}
        optional
        value={chosen?.name ?? t('accounts.machineNone')}
        onOpen={() => setOpen(true)}
      />
      {open && <Machines onClose={() => setOpen(false)} onChoose={pick} />}
    </>
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
            <Empty drawing={firstDrawing} text={t('accounts.noFree')}>
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
