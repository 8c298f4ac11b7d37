import {
  type Machine,
  machineNameLength,
  renameMachine,
  restartMachine,
} from '../../contract/buying/devices';
import { renameMachine as rules } from '../../contract/buying/devices.rules';
import { useApp } from '../../core/app';
import { useConfirmedMutation } from '../../core/data/confirmed-mutation';
import { fetchOrThrow } from '../../core/data/query';
import { useForm } from '../../core/form/form';
import { Button } from '../../ui/button';
import { Sheet } from '../../ui/feedback/sheet';
import { FormView } from '../../ui/field/form';
import { TextField } from '../../ui/field/text-field';

/** Renames a cloud phone, and restarts it if its provider can. */
export default function MachineSheet({ machine, onClose }: { machine: Machine; onClose(): void }) {
  const { send, t, toasts } = useApp();
  const { id, name, restartable } = machine;
  const form = useForm({
    call: renameMachine,
    rules,
    initial: { id, name },
    done() {
      toasts.show(t('device-detail.machine.renamed'));
      onClose();
    },
  });
  const { pending, mutate } = useConfirmedMutation<true>({
    async act() {
      await fetchOrThrow(send, restartMachine, { id }, 'now');
      return t('device-detail.machine.restarted');
    },
    done: onClose,
  });
  const restart = () =>
    mutate(true, {
      text: t('device-detail.machine.restartText', { name }),
      yes: t('device-detail.machine.restart'),
      no: t('common.cancel'),
    });
  return (
    <Sheet open title={name} onClose={onClose}>
      <FormView of={form} send={t('device-detail.machine.rename')}>
        <TextField
          of={form}
          name="name"
          label={t('device-detail.machine.name')}
          maxLength={machineNameLength}
        />
      </FormView>
      {restartable && (
        <div style={{ display: 'flex', flexDirection: 'column', marginTop: 12 }}>
          <Button busy={!!pending} onClick={() => void restart()}>
            {t('device-detail.machine.restart')}
          </Button>
        </div>
      )}
    </Sheet>
  );
}
