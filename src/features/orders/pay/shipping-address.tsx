import { useState } from 'react';
import { addByMoney } from '../../../contract/orders.rules';
import { check } from '../../../contract/wire/check';
import type { Problems } from '../../../contract/wire/problem';
import { useApp } from '../../../core/app';
import type { Form } from '../../../core/form/form';
import type { Props } from '../../../core/navigation/screen';
import { FormView } from '../../../ui/field/form';
import { TextField } from '../../../ui/field/text-field';
import { orders } from '../screens';
import { type Address, storeAddress, storedAddress } from './stored-address';

const rules = addByMoney.entries.address.wrapped;

/** `pages/mine/shippingAddress`: where goods are sent to (spec §3, address); stored for the order, which is paid next. */
export default function ShippingAddress(params: Props<typeof orders.shippingAddress>) {
  const { nav, platform, t } = useApp();
  const [values, setValues] = useState<Partial<Address>>(() => storedAddress(platform.tab) ?? {});
  const [problems, setProblems] = useState<Problems<Address>>({});
  const problemsOf = (): Problems<Address> => {
    const { idCard, ...rest } = values;
    return check(rules, idCard ? values : rest) ?? {};
  };
  const form: Form<Address> = {
    values,
    problems,
    refusal: undefined,
    busy: false,
    set(name, value) {
      setValues({ ...values, [name]: value });
      setProblems({ ...problems, [name]: undefined });
    },
    touch() {},
    async submit(event) {
      event?.preventDefault();
      const found = problemsOf();
      setProblems(found);
      if (Object.keys(found).length) return;
      const { idCard, ...rest } = values as Address;
      storeAddress(platform.tab, idCard ? { ...rest, idCard } : rest);
      nav.go(orders.pay, params, { replace: true });
    },
  };
  return (
    <FormView of={form} send={t('common.save')}>
      <TextField
        of={form}
        name="username"
        label={t('orders.address.name')}
        autoComplete="name"
        maxLength={50}
      />
      <TextField of={form} name="userphone" label={t('orders.address.phone')} type="tel" autoComplete="tel" />
      <TextField
        of={form}
        name="address"
        label={t('orders.address.title')}
        autoComplete="street-address"
        lines={3}
        maxLength={200}
      />
      <TextField of={form} name="idCard" label={t('orders.address.idCard')} optional />
    </FormView>
  );
}
