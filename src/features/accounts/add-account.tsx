import { useEffect, useState } from 'react';
import {
  type AccountDetail,
  addTiktok,
  type FreeMachine,
  listAccounts,
  listFreeMachines,
  tiktokDetail,
  tiktokEdit,
} from '../../contract/video/accounts';
import * as rules from '../../contract/video/accounts.rules';
import { useApp } from '../../core/app';
import { useQuery } from '../../core/data/query';
import { type Form, useForm } from '../../core/form/form';
import type { Props } from '../../core/navigation/route';
import { Loaded } from '../../ui/feedback/loaded';
import { Skeleton } from '../../ui/feedback/skeleton';
import { BarFormView } from '../../ui/field/bar-form';
import { TextField } from '../../ui/field/text-field';
import { ScreenBar } from '../../ui/layout/bar';
import { Card } from '../../ui/layout/card';
import { quiet } from '../../ui/styles';
import { MachineField } from './machine-field';
import * as accounts from './routes';

/** `pages/member/addMember`: links an account, or edits one. */
export default function AddAccount({ id, first }: Props<typeof accounts.add>) {
  const { t } = useApp();
  return (
    <>
      <ScreenBar title={id && t('accounts.editTitle')} />
      {id ? <LoadAccount id={id} /> : <Add first={!!first} />}
    </>
  );
}

function LoadAccount({ id }: { id: string }) {
  const query = useQuery(tiktokDetail, { id });
  return (
    <Loaded of={query} skeleton={<Skeleton kind="form" />}>
      {(account) => <Edit account={account} />}
    </Loaded>
  );
}

/** Whether the platform is a sandbox: known from the list, or requested now. */
function SandboxNote() {
  const { t } = useApp();
  const { value } = useQuery(listAccounts, {});
  return value?.summary.sandbox ? (
    <Card>
      <p className={quiet}>{t('accounts.sandbox')}</p>
    </Card>
  ) : null;
}

/** Puts a first account on the first cloud phone that runs none: a member who has one cloud phone has no choice to make. */
function PutOnFirst({ onChoose }: { onChoose(machine: FreeMachine): void }) {
  const { value } = useQuery(listFreeMachines, {});
  const free = value?.items.find(({ online }) => online) ?? value?.items[0];
  useEffect(() => {
    if (free) onChoose(free);
  }, [free?.id]);
  return null;
}

function Add({ first }: { first: boolean }) {
  const { nav, t, toasts } = useApp();
  const [machine, setMachine] = useState<FreeMachine | null>(null);
  const form = useForm({
    call: addTiktok,
    rules: rules.addTiktok,
    initial: { account: '' },
    done({ id }) {
      toasts.show(t('accounts.didLink'));
      if (first) nav.go(accounts.list, {}, { replace: true });
      else nav.go(accounts.detail, { id }, { replace: true });
    },
  });
  const put = (one: FreeMachine | null) => {
    setMachine(one);
    form.set('machineId', one?.id ?? null);
  };
  return (
    <BarFormView of={form} send={t('accounts.add')}>
      {first && <PutOnFirst onChoose={put} />}
      <SandboxNote />
      <TextField
        of={form}
        name="account"
        label={t('accounts.account')}
        hint={t('accounts.accountHint')}
        maxLength={31}
        autoComplete="off"
      />
      <Nickname of={form} hint={t('accounts.nicknameHint')} />
      <MachineField of={form} chosen={machine} onChoose={put} />
    </BarFormView>
  );
}

function Edit({ account }: { account: AccountDetail }) {
  const { nav, t, toasts } = useApp();
  const { id, nickname, machineId } = account;
  const [machine, setMachine] = useState<Pick<FreeMachine, 'id' | 'name'> | null>(
    machineId ? { id: machineId, name: account.machine ?? '' } : null,
  );
  const form = useForm({
    call: tiktokEdit,
    rules: rules.tiktokEdit,
    initial: { id, nickname, machineId: machineId ?? null },
    done() {
      toasts.show(t('accounts.didSave'));
      nav.back(accounts.list);
    },
  });
  return (
    <BarFormView of={form} send={t('accounts.save')}>
      <Card>
        <strong>@{account.account}</strong>
        <p className={quiet}>{t('accounts.fixed')}</p>
      </Card>
      <Nickname of={form} />
      <MachineField
        of={form}
        chosen={machine}
        onChoose={(one) => {
          setMachine(one);
          form.set('machineId', one?.id ?? null);
        }}
      />
    </BarFormView>
  );
}

/** An empty nickname is omitted: the previous one, or the platform's, stays. */
function Nickname({ of, hint }: { of: Form; hint?: string }) {
  const { t } = useApp();
  const form = {
    ...of,
    set: (name: string, value: unknown) => of.set(name, value === '' ? undefined : value),
  };
  return (
    <TextField of={form} name="nickname" label={t('accounts.nickname')} hint={hint} optional maxLength={30} />
  );
}
