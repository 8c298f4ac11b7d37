import { useRef, useState } from 'react';
import { getDict, signContract } from '../../../contract/buying/orders';
import { signContract as rules, signElsewhere } from '../../../contract/buying/orders.rules';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import { useForm } from '../../../core/form/form';
import { asFailure } from '../../../core/http/failure';
import type { Props } from '../../../core/navigation/route';
import { Loaded } from '../../../ui/feedback/loaded';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { failureText } from '../../../ui/feedback/trouble';
import { ChoiceField } from '../../../ui/field/choice-field';
import { Field, wrong } from '../../../ui/field/field';
import { FormView } from '../../../ui/field/form';
import { hint } from '../../../ui/field/hint';
import { IdField } from '../../../ui/field/id-field';
import { NameField } from '../../../ui/field/name-field';
import { TextField } from '../../../ui/field/text-field';
import * as orders from '../routes';
import { Pad } from './pad';

/** `pages/mine/signature`: signs a contract by finger, with the signer's identity. */
export default function Signature({ orderNo }: Props<typeof orders.signature>) {
  const types = useQuery(getDict, { dictCode: 'idType' });
  return (
    <Loaded of={types} skeleton={<Skeleton kind="form" />}>
      {({ items }) => <Sign orderNo={orderNo} idTypes={items} />}
    </Loaded>
  );
}

function Sign({ orderNo, idTypes }: { orderNo: string; idTypes: { value: string; label: string }[] }) {
  const { nav, platform, toasts, t, upload } = useApp();
  const take = useRef<() => Promise<File>>(undefined);
  const [uploading, setUploading] = useState(false);
  const [uploadFailure, setUploadFailure] = useState<string>();
  const form = useForm({
    call: signContract,
    rules: (platform.numbersElsewhere ? signElsewhere : rules) as typeof rules, // the number is added there
    initial: { orderNo, idType: 'residentId' },
    done() {
      toasts.show(t('contracts.sign.done'));
      nav.go(orders.signTask, { orderNo }, { replace: true });
    },
  });

  /** The picture is uploaded first, once while it stays unchanged. */
  async function send() {
    if (take.current && !form.values.signature) {
      try {
        setUploading(true);
        const { id } = await upload(await take.current());
        form.set('signature', id);
      } catch (error) {
        const failure = asFailure(error);
        return setUploadFailure(failureText(failure, t));
      } finally {
        setUploading(false);
      }
    }
    await form.submit();
  }
  const submit = async (event?: { preventDefault(): void }) => {
    event?.preventDefault();
    setUploadFailure(undefined);
    if (!uploading) await send();
  };

  return (
    <FormView of={{ ...form, busy: form.busy || uploading, submit }} send={t('contracts.sign.submit')}>
      <ChoiceField of={form} name="idType" label={t('contracts.sign.idType')} options={idTypes} />
      {form.values.idType === 'passport' ? (
        <TextField
          of={form}
          name="name"
          label={t('contracts.sign.name')}
          autoComplete="name"
          maxLength={50}
        />
      ) : (
        <NameField
          of={form}
          name="name"
          label={t('contracts.sign.name')}
          hint={t('contracts.sign.nameHint')}
          autoComplete="name"
        />
      )}
      {platform.numbersElsewhere ? (
        <p className={hint}>{t('contracts.sign.elsewhere')}</p>
      ) : form.values.idType === 'residentId' ? (
        <IdField of={form} name="idNumber" label={t('contracts.sign.idNumber')} />
      ) : (
        <TextField of={form} name="idNumber" label={t('contracts.sign.idNumber')} maxLength={20} />
      )}
      <Field
        label={t('contracts.sign.here')}
        hint={
          form.problems.signature ? (
            <span className={wrong} role="alert">
              {t('contracts.sign.empty')}
            </span>
          ) : undefined
        }
        group
      >
        {(_, describedBy) => (
          <Pad
            label={t('contracts.sign.here')}
            describedBy={describedBy}
            onChange={(picture) => {
              take.current = picture;
              form.set('signature', undefined);
            }}
          />
        )}
      </Field>
      {uploadFailure && (
        <p className={hint} role="alert">
          {uploadFailure}
        </p>
      )}
    </FormView>
  );
}
