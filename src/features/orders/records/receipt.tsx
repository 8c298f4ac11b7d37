import { getReceipt, type Receipt, receiptAddress } from '../../../contract/money/documents';
import { useApp } from '../../../core/app';
import { useDocumentDownload } from '../../../core/data/document-download';
import { useQuery } from '../../../core/data/query';
import type { Props } from '../../../core/navigation/route';
import { money } from '../../../core/text/format';
import { exact, timeZoneOf } from '../../../core/text/when';
import { Button } from '../../../ui/button';
import { Amount } from '../../../ui/display/amount';
import { wrongDrawing } from '../../../ui/display/drawings';
import { Empty } from '../../../ui/feedback/empty';
import { Loaded } from '../../../ui/feedback/loaded';
import { ActionBar } from '../../../ui/layout/action-bar';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import { full, quiet } from '../../../ui/styles';
import * as orders from '../routes';

/** `pages/mine/receipt`: who paid whom, for what, how much, how and when; as a PDF too. */
export default function ReceiptScreen({ of, number }: Props<typeof orders.receipt>) {
  const app = useApp();
  const { t } = app;
  // a link from outside may say anything: the gateway refuses what it does not know
  const payment = { of: of as 'order' | 'withdrawal' | 'topUp', number };
  const query = useQuery(getReceipt, payment);
  const { pending, download } = useDocumentDownload(receiptAddress);
  if (query.failure?.kind === 'refused' && !query.value)
    return (
      <div role="alert">
        <Empty drawing={wrongDrawing} text={query.failure.message} />
      </div>
    );
  return (
    <Loaded of={query}>
      {(receipt) => (
        <div className={full}>
          <Content of={receipt} />
          <ActionBar>
            <Button
              kind="primary"
              busy={!!pending}
              onClick={() => void download({ ...payment, timeZone: timeZoneOf(app) })}
            >
              {t('statement.savePdf')}
            </Button>
          </ActionBar>
        </div>
      )}
    </Loaded>
  );
}

function Content({ of }: { of: Receipt }) {
  const app = useApp();
  const { nav, t } = app;
  const { seller, buyer, number, at, lines, total, paidOut, facts, contract } = of;
  const known = [
    [t('statement.receiptNo'), number],
    [t('statement.seller'), seller],
    [t('statement.buyer'), buyer],
    [t('statement.at'), exact(at, app)],
    ...facts.map(({ name, value }) => [name, value]),
  ];
  return (
    <>
      <Section>
        <p className={quiet}>{t(paidOut ? 'statement.paidOut' : 'statement.paid')}</p>
        <Amount of={money(total)} size="figure" />
      </Section>
      <Section>
        <Cells>
          {lines.map(({ name, amount }) => (
            <Cell key={name} label={name} value={money(amount)} />
          ))}
        </Cells>
      </Section>
      <Section>
        <Cells>
          {known.map(([name, value]) => (
            <Cell
              key={name}
              label={<span className={quiet}>{name}</span>}
              value={<span style={{ overflowWrap: 'anywhere' }}>{value}</span>}
            />
          ))}
          {contract && (
            <Cell label={t('orders.titles.signTask')} {...nav.link(orders.signTask, { orderNo: contract })} />
          )}
        </Cells>
      </Section>
      <p className={quiet}>{t('statement.inYuan')}</p>
    </>
  );
}
