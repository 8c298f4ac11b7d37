import { type Agreement, agreeToTerms, listAgreements } from '../../../contract/member/privacy';
import { useApp } from '../../../core/app';
import { useConfirmedMutation } from '../../../core/data/confirmed-mutation';
import { fetchOrThrow, useQuery } from '../../../core/data/query';
import { calendarDay } from '../../../core/text/calendar';
import { dayAndTime } from '../../../core/text/when';
import { Button } from '../../../ui/button';
import { ordersDrawing } from '../../../ui/display/drawings';
import { Empty } from '../../../ui/feedback/empty';
import { Loaded } from '../../../ui/feedback/loaded';
import { PullToRefresh } from '../../../ui/feedback/pull';
import { Card } from '../../../ui/layout/card';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import { quiet } from '../../../ui/styles';
import * as orders from '../../orders/routes';
import * as mine from '../routes';
import { AgreedText } from './agreed-text';

/** `pages/mine/agreements`: everything that the member agreed to, and the user agreement again if it has changed. */
export default function Agreements() {
  const { t } = useApp();
  const list = useQuery(listAgreements, {});
  return (
    <PullToRefresh onRefresh={list.refresh}>
      <Loaded of={list}>
        {({ items, due }) => (
          <>
            {due && <Due of={due} again={items.some(({ document }) => document === 'terms')} />}
            {items.length > 0 ? (
              <Section title={t('agreements.agreed')}>
                <Cells>
                  {items.map((one) => (
                    <Agreed key={one.hash + one.at} of={one} />
                  ))}
                </Cells>
              </Section>
            ) : (
              !due && <Empty drawing={ordersDrawing} text={t('agreements.none')} />
            )}
          </>
        )}
      </Loaded>
    </PullToRefresh>
  );
}

function Agreed({ of: { document, title, at, version, how, hash, orderNo, site } }: { of: Agreement }) {
  const app = useApp();
  const { nav, t } = app;
  const to = orderNo ? nav.link(orders.signTask, { orderNo }) : nav.link(mine.agreementText, { hash });
  return (
    <Cell
      label={title}
      note={
        <>
          {t('agreements.when', { time: dayAndTime(at, app), how: t(`agreements.how.${how}`) })}
          {document !== 'contract' && (
            <>
              <br />
              {site ?? t('agreements.version', { date: calendarDay(version, app) || version })}
            </>
          )}
        </>
      }
      {...to}
    />
  );
}

/** The text that waits for the member's yes. */
function Due({
  of: { hash, title, text },
  again,
}: {
  of: { hash: string; title: string; text: string[] };
  again: boolean;
}) {
  const { send, t } = useApp();
  const { pending, mutate } = useConfirmedMutation<true>({
    async act() {
      await fetchOrThrow(send, agreeToTerms, { hash }, 'never');
      return t('agreements.thanks');
    },
  });
  return (
    <Section title={t(again ? 'agreements.changed' : 'agreements.due')}>
      <Card>
        <p className={quiet}>{t(again ? 'agreements.changedText' : 'agreements.dueText')}</p>
        <details style={{ margin: '12px 0' }}>
          <summary>{title}</summary>
          <AgreedText of={text} />
        </details>
        <div style={{ display: 'grid' }}>
          <Button kind="primary" busy={pending} onClick={() => void mutate(true)}>
            {t('agreements.agree')}
          </Button>
        </div>
      </Card>
    </Section>
  );
}
