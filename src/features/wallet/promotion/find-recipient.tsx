import { findRecipient, type Recipient } from '../../../contract/money/promotion';
import { findRecipient as rules } from '../../../contract/money/promotion.rules';
import { useApp } from '../../../core/app';
import { useForm } from '../../../core/form/form';
import { Button } from '../../../ui/button';
import { FormView } from '../../../ui/field/form';
import { TextField } from '../../../ui/field/text-field';

/** Finds the recipient: nobody can be chosen before the server has named them. */
export function FindRecipient({ found }: { found(recipient: Recipient): void }) {
  const { platform, t, toasts } = useApp();
  const form = useForm({ call: findRecipient, rules, initial: {}, done: found });
  const scan = async () => {
    const text = await platform.scan?.().catch(() => toasts.show(t('common.failures.wrong')));
    if (text) form.set('account', /[?&]inviteCode=(\w+)/.exec(text)?.[1] ?? text);
  };
  return (
    <FormView of={form} send={t('promotion.find')} note={t('promotion.final')}>
      <TextField
        of={form}
        name="account"
        label={t('promotion.to')}
        hint={t('promotion.accountHint')}
        autoComplete="off"
        maxLength={64}
      />
      {platform.scan && (
        <Button small onClick={() => void scan()}>
          {t('promotion.scan')}
        </Button>
      )}
    </FormView>
  );
}
