import { useEffect, useMemo, useRef } from 'react';
import { type Recipient, transferUserScore } from '../../../contract/money/promotion';
import { transferring } from '../../../contract/money/promotion.rules';
import { check } from '../../../contract/wire/check';
import { useApp } from '../../../core/app';
import { type Form, useForm } from '../../../core/form/form';
import { integer } from '../../../core/text/format';
import { Button } from '../../../ui/button';
import { FormView } from '../../../ui/field/form';
import { TextField } from '../../../ui/field/text-field';
import { Cell, Cells } from '../../../ui/layout/cell';
import type { Transfer } from './transfer-done';
import { WholeField } from './whole-field';

interface Props {
  /** The member's available value. */
  held: number;
  to: Recipient;
  /** Chooses another recipient. */
  other(): void;
  done(given: Transfer): void;
}

/** The amount and a message. Sent after the member has confirmed the amount and the name. */
export function TransferForm({ held, to, other, done }: Props) {
  const { dialogs, t } = useApp();
  const formRef = useRef<HTMLDivElement>(null);
  const rules = useMemo(() => transferring(held), [held]);
  // the button that found the recipient, and had the focus, is gone
  useEffect(() => formRef.current?.querySelector('input')?.focus({ preventScroll: true }), []);
  const form = useForm({
    call: transferUserScore,
    rules,
    initial: { to: to.recipientId },
    done({ balance: left }, { amount }) {
      done({ amount, to, left });
    },
  });
  const { nickname, account } = to;
  // the key is still the same, so an additional press transfers nothing twice
  const doubt = form.refusal === t('common.failures.offline');
  const confirming: Form = {
    ...form,
    async submit(event) {
      event?.preventDefault();
      const right = !form.busy && !check(rules, form.values);
      const values = { amount: integer(form.values.amount ?? 0), name: nickname, account };
      const yes =
        !right ||
        (await dialogs.ask({
          title: t('promotion.confirm.title', values),
          text: t('promotion.confirm.text', values),
          yes: t('promotion.confirm.yes', values),
          no: t('common.cancel'),
        }));
      if (yes) await form.submit();
    },
  };
  return (
    <div ref={formRef}>
      <FormView
        of={confirming}
        send={t('promotion.send')}
        note={t(doubt ? 'promotion.doubt' : 'promotion.final')}
      >
        <Cells>
          <Cell
            label={nickname}
            note={account}
            value={
              <Button kind="quiet" small onClick={other}>
                {t('promotion.other')}
              </Button>
            }
          />
        </Cells>
        <WholeField of={confirming} name="amount" label={t('promotion.amount')} all={held} />
        <TextField
          of={confirming}
          name="remark"
          label={t('promotion.remark')}
          optional
          lines={3}
          maxLength={300}
        />
      </FormView>
    </div>
  );
}
