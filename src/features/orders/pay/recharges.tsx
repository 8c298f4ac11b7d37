import type { Recharge, RemittancePayee } from '../../../contract/buying/payments';
import { useApp } from '../../../core/app';
import type { List } from '../../../core/data/list';
import { money } from '../../../core/text/format';
import { when } from '../../../core/text/when';
import { Button } from '../../../ui/button';
import { Amount } from '../../../ui/display/amount';
import { Tag } from '../../../ui/display/tag';
import { Card } from '../../../ui/layout/card';
import { Section } from '../../../ui/layout/section';
import { quiet, spread } from '../../../ui/styles';
import * as orders from '../routes';
import { Copied } from './copied';

/** The account for remittances, each part with a button that copies it for the bank's app. */
export function Payee({
  of: { accountName, accountNumber, bank, reference },
  sandbox,
  note,
}: {
  of: RemittancePayee;
  /** The account is fictitious. */
  sandbox: boolean;
  /** The purpose of the reference. */
  note?: string;
}) {
  const { t } = useApp();
  const parts = [
    ['name', accountName],
    ['account', accountNumber],
    ['bank', bank],
    ['reference', reference],
  ] as const;
  return (
    <Section title={t('remittance.payee')}>
      <Card>
        {sandbox && <Tag tone="warn">{t('orders.sandbox')}</Tag>}
        {parts.map(([part, text]) => (
          <div key={part} style={{ marginTop: 8 }}>
            <p className={quiet}>{t(`remittance.${part}`)}</p>
            <Copied text={text} what={t('remittance.copy', { what: t(`remittance.${part}`) })} />
          </div>
        ))}
        <p className={quiet} style={{ marginTop: 8 }}>
          {note ?? t('remittance.referenceNote')}
        </p>
      </Card>
    </Section>
  );
}

const tones = { waiting: 'warn', auditing: 'warn', approved: 'good', rejected: 'bad' } as const;

/** Remittances to the balance, newest first. */
export function Recharges({ of: { items = [], more, moreBusy } }: { of: List<Recharge> }) {
  const app = useApp();
  const { nav, t } = app;
  return (
    <Section title={t('remittance.history')}>
      {!items.length && <p className={quiet}>{t('remittance.none')}</p>}
      {items.map(({ id, amount, state, reason, at, way, orderNo }) => (
        <div key={id} style={{ marginTop: 8 }}>
          <Card
            {...(orderNo
              ? nav.link(state === 'waiting' ? orders.pay : orders.orderDetail, { orderNo })
              : state === 'approved' && nav.link(orders.receipt, { of: 'topUp', number: id }))}
          >
            <div className={spread}>
              <div data-grow="">
                <Amount of={money(amount)} />
                <p className={quiet}>
                  {t(`orders.ways.${way}`)} · {when(at, app)}
                </p>
                {reason && <p className={quiet}>{t('remittance.reason', { reason })}</p>}
              </div>
              <Tag tone={tones[state]}>{t(`remittance.states.${state}`)}</Tag>
            </div>
          </Card>
        </div>
      ))}
      {more && (
        <Button kind="quiet" small busy={moreBusy} onClick={() => void more()}>
          {t('common.more')}
        </Button>
      )}
    </Section>
  );
}
