import {
  getInvoices,
  type IssuedInvoice,
  invoiceAddress,
  type OrderInvoices,
} from '../../../contract/money/invoices';
import { useApp } from '../../../core/app';
import { useDocumentDownload } from '../../../core/data/document-download';
import { useQuery } from '../../../core/data/query';
import type { Props } from '../../../core/navigation/route';
import { money } from '../../../core/text/format';
import { exact } from '../../../core/text/when';
import { Button } from '../../../ui/button';
import { ordersDrawing } from '../../../ui/display/drawings';
import { Empty } from '../../../ui/feedback/empty';
import { Loaded } from '../../../ui/feedback/loaded';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { Card } from '../../../ui/layout/card';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import { quiet } from '../../../ui/styles';
import { Refused } from '../pay/refused';
import type * as orders from '../routes';
import { InvoiceForm } from './invoice-form';

/** `pages/mine/invoice`: requests the invoice of an order, and downloads it and its credit notes. */
export default function InvoiceScreen({ orderNo }: Props<typeof orders.invoice>) {
  const query = useQuery(getInvoices, { orderNo });
  if (query.failure?.kind === 'refused' && !query.value) return <Refused failure={query.failure} />;
  return (
    <Loaded of={query} skeleton={<Skeleton kind="form" />}>
      {(invoices) => <Invoices orderNo={orderNo} of={invoices} />}
    </Loaded>
  );
}

function Invoices({ orderNo, of }: { orderNo: string; of: OrderInvoices }) {
  const { t } = useApp();
  const { may, request, issued } = of;
  if (!may && !issued.length) return <Empty drawing={ordersDrawing} text={t('invoice.none')} />;
  return (
    <>
      {issued.map((one) => (
        <Issued key={one.number} of={one} />
      ))}
      {issued.length > 0 && request && (
        <Section title={t('invoice.buyer')}>
          <Cells>
            <Cell label={request.title} note={request.taxNumber} />
          </Cells>
        </Section>
      )}
      {may && (
        <>
          {request?.state === 'asked' && <p role="status">{t('invoice.asked')}</p>}
          {request?.state === 'refused' && (
            <p role="alert">{t('invoice.refused', { reason: request.answer ?? '' })}</p>
          )}
          <InvoiceForm orderNo={orderNo} of={of} />
        </>
      )}
    </>
  );
}

/** An invoice or a credit note: its number, day and amounts, and its PDF. */
function Issued({ of }: { of: IssuedInvoice }) {
  const app = useApp();
  const { t } = app;
  const { kind, number, issuedAt, net, tax, gross, fapiao } = of;
  const { pending, download } = useDocumentDownload(invoiceAddress);
  const facts: [string, string | undefined][] = [
    [t('invoice.number'), number],
    [t('invoice.issuedAt'), exact(issuedAt, app)],
    [t('invoice.net'), money(net)],
    [t('invoice.tax'), money(tax)],
    [t('invoice.gross'), money(gross)],
    [t('invoice.fapiao'), fapiao],
  ];
  return (
    <Section title={t(kind === 'credit' ? 'invoice.credit' : 'invoice.title')}>
      <Cells>
        {facts.map(
          ([name, value]) =>
            value && (
              <Cell
                key={name}
                label={<span className={quiet}>{name}</span>}
                value={<span style={{ overflowWrap: 'anywhere' }}>{value}</span>}
              />
            ),
        )}
      </Cells>
      <Card>
        <Button kind="primary" busy={!!pending} onClick={() => void download({ number })}>
          {t('statement.savePdf')}
        </Button>
      </Card>
    </Section>
  );
}
