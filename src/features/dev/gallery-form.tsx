import { useState } from 'react';
import type { Problems } from '../../contract/wire/problem';
import type { Form } from '../../core/form/form';
import { money } from '../../core/text/format';
import { Amount } from '../../ui/display/amount';
import { BarFormView } from '../../ui/field/bar-form';
import { CheckField } from '../../ui/field/check-field';
import { ChoiceField } from '../../ui/field/choice-field';
import { CodeField } from '../../ui/field/code-field';
import { DateField } from '../../ui/field/date-field';
import { ImageField } from '../../ui/field/image-field';
import { MoneyField } from '../../ui/field/money-field';
import { PasswordField } from '../../ui/field/password-field';
import { PinField } from '../../ui/field/pin-field';
import { StepperField } from '../../ui/field/stepper-field';
import { TextField } from '../../ui/field/text-field';
import { Section } from '../../ui/layout/section';
import { useText } from './text';

const provinces = ['浙江', '江苏', '上海', '广东', '四川', '北京'].map((label) => ({ value: label, label }));
const wrong: Problems = {
  account: { rule: 'username' },
  password: { rule: 'risky' },
  amount: { rule: 'minMoney', limit: 100_00 },
  code: { rule: 'code' },
  pin: { rule: 'required' },
  description: { rule: 'question' },
  to: { rule: 'required' },
  province: { rule: 'required' },
  day: { rule: 'required' },
  pieces: { rule: 'min', limit: 1 },
  voucher: { rule: 'voucher' },
  agreed: { rule: 'agreement' },
};

/** A form like one of `useForm`, which the server refuses every second time. */
function useSample(): Form {
  const [values, setValues] = useState<Record<string, unknown>>({ account: 'demo' });
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  return {
    values,
    problems,
    busy,
    refusal: problems.account && 'Insufficient payable balance!',
    set(name, value) {
      setValues((previous) => ({ ...previous, [name]: value }));
      setProblems((previous) => ({ ...previous, [name]: undefined }));
    },
    touch() {},
    async submit(event) {
      event?.preventDefault();
      setBusy(true);
      await new Promise((resolve) => setTimeout(resolve, 600));
      setBusy(false);
      setProblems((previous) => (Object.keys(previous).length ? {} : wrong));
    },
  };
}

export function FormStates() {
  const text = useText();
  const of = useSample();
  return (
    <Section title={text('form')}>
      <BarFormView
        of={of}
        send={text('send')}
        note={text('balanceNote')}
        bar={{ note: text('saved'), amount: <Amount of={money(1_685_120)} /> }}
      >
        <TextField of={of} name="account" label={text('account')} hint={text('accountHint')} maxLength={18} />
        <PasswordField of={of} name="password" label={text('password')} />
        <CodeField of={of} name="code" label={text('code')} send={async () => 60} />
        <PinField of={of} name="pin" label={text('pin')} hint={text('pinHint')} />
        <MoneyField of={of} name="amount" label={text('amount')} hint={text('amountHint')} all={123_450} />
        <ChoiceField
          of={of}
          name="to"
          label={text('to')}
          options={[
            { value: 'bank', label: text('bank') },
            { value: 'wallet', label: text('wallet') },
          ]}
        />
        <ChoiceField of={of} name="province" label={text('province')} options={provinces} />
        <DateField of={of} name="day" label={text('day')} />
        <StepperField of={of} name="pieces" label={text('pieces')} max={5} />
        <TextField
          of={of}
          name="description"
          label={text('description')}
          lines={3}
          maxLength={300}
          optional
        />
        <ImageField of={of} name="voucher" label={text('voucher')} max={3} />
        <CheckField of={of} name="agreed">
          {text('agree')} <a href="#/pages/mine/viewAgreement">{text('agreement')}</a>
        </CheckField>
      </BarFormView>
    </Section>
  );
}
