import { useEffect, useMemo, useState } from 'react';
import type { GenericSchema, InferInput } from 'valibot';
import type { Address, ParsedAddress } from '../../contract/buying/addresses';
import type { addAddress } from '../../contract/buying/addresses.rules';
import { phoneOf } from '../../contract/rules/fields';
import type { Call } from '../../contract/wire/call';
import { useApp } from '../../core/app';
import { useChosenPlace } from '../../core/form/chosen-place';
import { useDraft } from '../../core/form/draft';
import { useDraftedForm } from '../../core/form/drafted-form';
import type { Form } from '../../core/form/form';
import { Button } from '../../ui/button';
import { BarFormView } from '../../ui/field/bar-form';
import { CheckField } from '../../ui/field/check-field';
import { IdField } from '../../ui/field/id-field';
import { TextField } from '../../ui/field/text-field';
import { pair, red } from '../../ui/styles';
import { AreaField } from './area-field';
import { FillIn } from './fill-in';
import { PlaceField } from './place-field';
import * as addresses from './routes';

type Values = InferInput<typeof addAddress> & { id?: string };

interface AddressFormProps {
  /** Name of the draft on the phone until the form is saved. */
  draft: string;
  call: Call<Partial<Values> & object, Address>;
  rules: GenericSchema;
  initial: Partial<Values>;
  /** The current state of the edited address. */
  before?: { area: Address['area']; idCard: string | undefined; isDefault: boolean };
}

/** The form, its functions for filling it in without typing, and for discarding it. */
function useAddressForm({ draft, call, rules, initial, before }: AddressFormProps) {
  const { dialogs, nav, session, t, toasts } = useApp();
  // The names of an area are only displayed, not sent, so they are stored separately from the form.
  const [names = before?.area?.names ?? [], setNames] = useDraft<string[]>(`${draft}/area`);
  const { form, begun, forget } = useDraftedForm<GenericSchema, Partial<Values> & object, Address>(draft, {
    call,
    rules: phoneOf(session.userInfo.peek()?.country, rules, 'userphone'),
    initial,
    done() {
      setNames(undefined);
      toasts.show(t('addresses.saved'));
      nav.back(addresses.addressManage);
    },
  });
  const [left, setLeft] = useState(0);
  const fill = (found: ParsedAddress) => {
    for (const name of ['username', 'userphone', 'idCard', 'address'] as const)
      if (found[name]) form.set(name, found[name]);
    if (found.area) {
      form.set('area', found.area.code);
      setNames(found.area.names);
    }
  };
  const { place, take } = useChosenPlace(draft);
  useEffect(() => {
    if (!place) return;
    form.set('position', place.position);
    fill({
      address: [place.address, place.name].filter(Boolean).join(' '),
      ...(place.area && { area: place.area }),
    });
    take();
  }, [place]);

  const discard = async () => {
    const yes = await dialogs.ask({
      text: t('addresses.discardText'),
      yes: t('addresses.discard'),
      no: t('addresses.keep'),
      danger: true,
    });
    if (!yes) return;
    forget();
    setNames(undefined);
    setLeft(left + 1);
    nav.back(addresses.addressManage);
  };
  return { form, begun, names, setNames, fill, discard };
}

/** Spec §3 and §5: customer name, phone, ID card, area, address. The input stays until it is saved or discarded. */
export function AddressForm(props: AddressFormProps) {
  const { draft, before } = props;
  const { platform, session, t } = useApp();
  const { form, begun, names, setNames, fill, discard } = useAddressForm(props);
  const country = useMemo(() => session.userInfo.peek()?.country, []);
  return (
    <BarFormView
      of={form}
      send={t('addresses.save')}
      note={
        begun && (
          <div className={pair}>
            <Button kind="quiet" small style={red} onClick={() => void discard()}>
              {t('addresses.discard')}
            </Button>
          </div>
        )
      }
    >
      <FillIn onFound={fill} />
      <TextField
        of={form}
        name="username"
        label={t('addresses.fields.username')}
        autoComplete="name"
        maxLength={50}
      />
      <TextField
        of={form}
        name="userphone"
        label={t('addresses.fields.userphone')}
        type="tel"
        autoComplete="tel"
      />
      <AreaField
        of={form}
        optional={country !== 'cn'}
        names={form.values.area ? names : []}
        onChoose={(area, chosen) => {
          form.set('area', area);
          setNames(chosen);
        }}
      />
      {!platform.guest && (
        <PlaceField
          position={form.values.position}
          draft={draft}
          onClear={() => form.set('position', undefined)}
        />
      )}
      <TextField
        of={form}
        name="address"
        label={t('addresses.fields.address')}
        placeholder={t('addresses.fields.addressHint')}
        autoComplete="street-address"
        lines={2}
        maxLength={200}
      />
      <IdCardField of={form} before={before?.idCard} />
      {!before?.isDefault && (
        <CheckField of={form} name="isDefault">
          {t('addresses.fields.isDefault')}
        </CheckField>
      )}
    </BarFormView>
  );
}

/** The ID card's number. `before`: the stored one, masked; it stays unless another is typed or it is removed. */
function IdCardField({ of, before }: { of: Form<Partial<Values> & object>; before: string | undefined }) {
  const { t } = useApp();
  const removed = of.values.idCard === '' && !!before;
  return (
    <IdField
      of={of}
      name="idCard"
      label={t('addresses.fields.idCard')}
      optional
      hint={
        removed ? (
          t('addresses.fields.idRemoved')
        ) : before && of.values.idCard === undefined ? (
          <>
            {t('addresses.fields.idKeep', { number: before })}{' '}
            <Button kind="quiet" small style={red} onClick={() => of.set('idCard', '')}>
              {t('addresses.fields.idRemove')}
            </Button>
          </>
        ) : (
          t('addresses.fields.idHint')
        )
      }
    />
  );
}
