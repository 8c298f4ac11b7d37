import { useState } from 'react';
import {
  endPasskey,
  type Passkeys as Given,
  type Passkey,
  renamePasskey,
} from '../../../contract/member/passkeys';
import { renamePasskey as rules } from '../../../contract/member/passkeys.rules';
import { useApp } from '../../../core/app';
import { useConfirmedMutation } from '../../../core/data/confirmed-mutation';
import { fetchOrThrow } from '../../../core/data/query';
import { useForm } from '../../../core/form/form';
import { hasPasskeys } from '../../../core/passkeys';
import { day } from '../../../core/text/day';
import { relative } from '../../../core/text/format';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/display/icon';
import { plusIcon } from '../../../ui/display/icons';
import { Sheet } from '../../../ui/feedback/sheet';
import { FormView } from '../../../ui/field/form';
import { TextField } from '../../../ui/field/text-field';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import { quiet, red } from '../../../ui/styles';
import { addPasskey } from '../routes';

/** The member's passkeys: each can be renamed and removed. A browser without passkeys shows them only if there are any. */
export function Passkeys({ items, offered }: Given) {
  const app = useApp();
  const { nav, platform, t } = app;
  const [opened, open] = useState<Passkey>();
  const adds = offered && hasPasskeys(platform);
  if (!adds && !items.length) return null;
  return (
    <Section title={t('safety.passkey.title')}>
      <Cells>
        {items.map((one) => (
          <Cell
            key={one.id}
            label={<b>{one.name}</b>}
            note={
              one.usedAt
                ? t('safety.passkey.used', { when: relative(one.usedAt, app) })
                : t('safety.passkey.since', { date: day(one.since, app) })
            }
            onClick={() => open(one)}
          />
        ))}
        {adds && (
          <Cell
            icon={<Icon of={plusIcon} size={24} />}
            label={t('safety.titles.addPasskey')}
            {...nav.link(addPasskey, {})}
          />
        )}
      </Cells>
      {!items.length && (
        <p className={quiet} style={{ margin: '8px 2px 0' }}>
          {t('safety.passkey.about')}
        </p>
      )}
      {opened && <Change of={opened} close={() => open(undefined)} />}
    </Section>
  );
}

function Change({ of: { id, name }, close }: { of: Passkey; close(): void }) {
  const { send, t, toasts } = useApp();
  const form = useForm({
    call: renamePasskey,
    rules,
    initial: { id, name },
    done() {
      toasts.show(t('safety.passkey.renamed'));
      close();
    },
  });
  const { pending, mutate } = useConfirmedMutation<true>({
    async act() {
      await fetchOrThrow(send, endPasskey, { id }, 'now');
      return t('safety.passkey.ended');
    },
    done: close,
  });
  const end = () =>
    mutate(true, {
      title: t('safety.passkey.endTitle', { name }),
      text: t('safety.passkey.endText'),
      yes: t('safety.passkey.yes'),
      no: t('common.cancel'),
      danger: true,
    });
  return (
    <Sheet open title={name} onClose={close}>
      <FormView of={form} send={t('safety.passkey.rename')}>
        <TextField of={form} name="name" label={t('safety.passkey.name')} maxLength={40} />
      </FormView>
      <div style={{ display: 'flex', flexDirection: 'column', marginTop: 12 }}>
        <Button busy={pending} style={red} onClick={() => void end()}>
          {t('safety.passkey.end')}
        </Button>
      </div>
    </Sheet>
  );
}
