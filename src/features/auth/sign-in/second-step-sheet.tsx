import { secondCode } from '../../../contract/member/auth.rules';
import { fields } from '../../../contract/rules/fields';
import { useApp } from '../../../core/app';
import { useForm } from '../../../core/form/form';
import type { PayRequest } from '../../../core/http/pay-proof';
import { Sheet } from '../../../ui/feedback/sheet';
import { FormView } from '../../../ui/field/form';
import { TextField } from '../../../ui/field/text-field';

const rules = fields({ secondCode });

/** Asks for a code of the authenticator app, and sends the call that signs in again with it. */
export default function SecondStepSheet({ call, input, answer }: PayRequest) {
  const { t } = useApp();
  const form = useForm<typeof rules, { secondCode: string }, object>({
    call,
    rules,
    initial: input,
    done: answer,
  });
  return (
    <Sheet open title={t('authenticator.titles.step')} onClose={() => answer()}>
      <FormView of={form} send={t('authenticator.step.send')}>
        <TextField
          of={form}
          name="secondCode"
          label={t('authenticator.code')}
          hint={t('authenticator.step.hint')}
          autoComplete="one-time-code"
          autoCapitalize="none"
        />
      </FormView>
    </Sheet>
  );
}
