import { type Order, OrderState } from '../../../contract/buying/orders';
import { isOnline } from '../../../contract/buying/payment-methods';
import { useApp } from '../../../core/app';
import { money } from '../../../core/text/format';
import { when } from '../../../core/text/when';
import { Amount } from '../../../ui/display/amount';
import { Card } from '../../../ui/layout/card';
import { Cell, Cells } from '../../../ui/layout/cell';
import { quiet, row } from '../../../ui/styles';
import { amount } from '../pay/text';
import { StateTag } from './state-tag';

const apart = { justifyContent: 'space-between', flexWrap: 'wrap' } as const;

/** The head of an order: its goods, price and state. */
export function OrderHead({ order }: { order: Order }) {
  const { t } = useApp();
  const { lines, currency, total, discount, couponCode } = order;
  return (
    <Card>
      <div className={row} style={apart}>
        <Amount of={amount(total, currency, t)} size="lead" />
        <StateTag of={order} />
      </div>
      {order.topUp && <p style={{ marginTop: 8 }}>{t('orders.topUp')}</p>}
      {lines.map((line) => (
        <div
          key={line.productId + (line.serialNumber ?? '')}
          className={row}
          style={{ ...apart, marginTop: 8 }}
        >
          <span>
            {line.name} ×&nbsp;{line.quantity}
          </span>
          <span>{amount(line.amount, currency, t)}</span>
        </div>
      ))}
      {discount > 0 && (
        <p className={`${row} ${quiet}`} style={{ ...apart, marginTop: 8 }}>
          <span>
            {t('orders.discount')} {couponCode}
          </span>
          <span>−{amount(discount, currency, t)}</span>
        </p>
      )}
    </Card>
  );
}

/** Spec §3, order: number, time, paid-in amount, or what is due, payment serial number, payment time. */
export function OrderFacts({ order }: { order: Order }) {
  const app = useApp();
  const { t } = app;
  const { currency, total, paidAmount, paidAt, paymentNo, refunded, remittance, parts } = order;
  const isOpen = order.state === OrderState.waiting || order.state === OrderState.confirming;
  return (
    <Cells>
      <Cell label={t('orders.facts.number')} value={order.orderNo} />
      <Cell label={t('orders.facts.time')} value={when(order.createdAt, app)} />
      <Cell label={t('orders.facts.way')} value={t(`orders.ways.${order.way}`)} />
      {paidAmount > 0 && <Cell label={t('orders.facts.paid')} value={amount(paidAmount, currency, t)} />}
      {isOpen && (
        <Cell label={t('orders.facts.due')} value={<b>{amount(total - paidAmount, currency, t)}</b>} />
      )}
      {parts.length > 1 &&
        parts.map((part) => (
          <Cell
            key={part.part}
            label={t('orders.part', { part: part.part, amount: money(part.amount) })}
            value={<StateTag of={{ state: part.state, refunded: 0, paidAmount: 0 }} />}
          />
        ))}
      {paidAt && <Cell label={t('orders.facts.paidAt')} value={when(paidAt, app)} />}
      {paymentNo && <Cell label={t('orders.facts.paymentNo')} value={paymentNo} />}
      {refunded > 0 && order.refunds?.length !== 1 && (
        <Cell label={t('orders.facts.refunded')} value={amount(refunded, currency, t)} />
      )}
      {order.refunds?.map(({ to, amount: sum, state, at }) => (
        <Cell
          key={`${to} ${at}`}
          label={t('records.refund.to', { way: t(`orders.ways.${to}`) })}
          value={amount(sum, currency, t)}
          note={isOnline(to) ? t(`records.refund.${state}`) : at && when(at, app)}
        />
      ))}
      {order.refundRequest && (
        <Cell
          label={t('records.refund.label')}
          value={t(`records.refund.${order.refundRequest.state}`)}
          note={order.refundRequest.answer}
        />
      )}
      {order.expiresAt && <Cell label={t('orders.facts.expires')} value={when(order.expiresAt, app)} />}
      {remittance && (
        <Cell
          label={t('orders.ways.remittance')}
          value={t(`records.audit.${remittance.state}`)}
          note={remittance.reason}
        />
      )}
    </Cells>
  );
}
