import { useEffect, useState } from 'react';
import { verifyPay } from '../../contract/money/pay-password';
import { payPassword as rule } from '../../contract/money/pay-password.rules';
import { fields } from '../../contract/rules/fields';
import { useApp } from '../../core/app';
import { useInFlight } from '../../core/data/in-flight';
import { useForm } from '../../core/form/form';
import { digestOf } from '../../core/http/digest';
import type { PayRequest } from '../../core/http/pay-proof';
import { hasPasskeys } from '../../core/passkeys';
import { money } from '../../core/text/format';
import { Button } from '../../ui/button';
import { Sheet } from '../../ui/feedback/sheet';
import { PinField } from '../../ui/field/pin-field';
import { filled } from '../../ui/styles';
import type confirmByPasskey from './confirm-by-passkey';
import { payPasskey } from './routes';
import { SetPayPassword } from './set-pay-password';

const rules = fields({ payPassword: rule });

/** The action that is passed to `verifyPay`; undefined in pages without digests. */
interface Action {
  call?: string;
  digest?: string;
}

/** Asks for the payment password over the screen whose call needs it; first sets one if there is none. */
export default function PayPasswordSheet({ needs, call, input, amount, passkey, answer }: PayRequest) {
  const { platform, t } = useApp();
  const [setting, set] = useState(needs === 'setPayPassword');
  const [action, setAction] = useState<Action>();
  useEffect(() => {
    digestOf(input).then(
      (digest) => setAction(digest ? { call: call.path, digest } : {}),
      () => setAction({}),
    );
  }, [input]);
  if (!action) return null; // for the milliseconds that the digest takes: nobody types before that
  return (
    <Sheet
      open
      title={t(setting ? 'pay-password.titles.payPassword' : 'pay-password.titles.sheet')}
      onClose={() => answer()}
    >
      {setting ? (
        <SetPayPassword
          note={t('pay-password.first')}
          forgotten={needs !== 'setPayPassword'}
          done={() => set(false)}
        />
      ) : (
        <Ask action={action} amount={amount} answer={answer} forgot={() => set(true)} />
      )}
      {passkey && hasPasskeys(platform) && <ByPasskey action={action} answer={answer} />}
    </Sheet>
  );
}

interface AskProps extends Pick<PayRequest, 'amount' | 'answer'> {
  action: Action;
  forgot(): void;
}

function Ask({ action, amount, answer, forgot }: AskProps) {
  const { t } = useApp();
  const form = useForm({
    call: verifyPay,
    rules,
    initial: action,
    done: ({ proof }) => answer(proof),
    refused() {
      form.set('payPassword', undefined); // empties the boxes: the next attempt starts with the first
      return false;
    },
  });
  return (
    <form className={filled} noValidate onSubmit={(event) => void form.submit(event)} aria-busy={form.busy}>
      {amount !== undefined && <p>{t('pay-password.amount', { amount: money(amount) })}</p>}
      <PinField
        of={form}
        name="payPassword"
        label={t('pay-password.label')}
        onFull={() => void form.submit()}
      />
      {form.refusal && <p role="alert">{form.refusal}</p>}
      <Button kind="quiet" onClick={forgot}>
        {t('pay-password.forgot')}
      </Button>
    </form>
  );
}

/** Confirms with a passkey instead. The code that asks the phone is loaded when the button is pressed. */
function ByPasskey({ action, answer }: Pick<AskProps, 'action' | 'answer'>) {
  const app = useApp();
  const { t } = app;
  const { pending, run } = useInFlight();
  const [refusal, setRefusal] = useState('');
  const confirm = () =>
    run(async (start) => {
      start(true);
      setRefusal('');
      const part = (await app.bring(payPasskey)) as unknown as typeof confirmByPasskey | undefined;
      const { proof, message } = (await part?.(app, action as Required<Action>)) ?? {};
      if (proof) answer(proof);
      else setRefusal(message ?? t('common.failures.offline'));
    });
  return (
    <div style={{ display: 'flex', flexDirection: 'column', marginTop: 12 }}>
      {refusal && <p role="alert">{refusal}</p>}
      <Button busy={pending} onClick={() => void confirm()}>
        {t('pay-password.passkey.use')}
      </Button>
    </div>
  );
}
