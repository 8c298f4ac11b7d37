import { useState } from 'react';
import { getWorkOrder, WorkOrderStatus } from '../../../contract/support/work-orders';
import { useApp } from '../../../core/app';
import { useKeepFresh } from '../../../core/data/keep-fresh';
import { useQuery } from '../../../core/data/query';
import type { Props } from '../../../core/navigation/route';
import { when } from '../../../core/text/when';
import { Steps } from '../../../ui/display/steps';
import { Loaded } from '../../../ui/feedback/loaded';
import { PullToRefresh } from '../../../ui/feedback/pull';
import { Card } from '../../../ui/layout/card';
import { Section } from '../../../ui/layout/section';
import { full, quiet, spread } from '../../../ui/styles';
import { Annex } from '../compose/annex';
import type * as support from '../routes';
import { ReplyBox } from './reply-box';
import { SolvedChoice } from './solved-choice';
import { StatusTag } from './status-tag';
import { Thread, written } from './thread';

/** An answer completes our part, so its step does not pulse. */
const stepOf = {
  [WorkOrderStatus.pending]: 0,
  [WorkOrderStatus.processing]: 1,
  [WorkOrderStatus.processed]: 3,
};

/** `pages/mine/workOrderDetail`: a question, its answers as a conversation, and the field for a reply. */
export default function WorkOrderDetail({ id }: Props<typeof support.workOrderDetail>) {
  const app = useApp();
  const { t } = app;
  const query = useQuery(getWorkOrder, { id });
  useKeepFresh(getWorkOrder, { id });
  const [replies, setReplies] = useState(0);
  return (
    <div className={full}>
      <PullToRefresh onRefresh={query.refresh}>
        <Loaded of={query}>
          {(order) => (
            <>
              <Section>
                <Card>
                  <div className={spread}>
                    <h2 data-grow="">{order.title}</h2>
                    <span aria-live="polite">
                      <StatusTag of={order} />
                    </span>
                  </div>
                  <p className={quiet} style={{ margin: '4px 0 12px' }}>
                    {order.number}
                    <br />
                    {when(order.createdAt, app)}
                  </p>
                  <Steps
                    of={[
                      { name: t('work-orders.statuses.pending') },
                      { name: t('work-orders.statuses.processing') },
                      { name: t('work-orders.statuses.processed') },
                    ]}
                    at={order.solvedAt ? 3 : stepOf[order.status]}
                  />
                  <p className={written} style={{ marginTop: 12 }}>
                    {order.description}
                  </p>
                  <Annex of={order.annex} />
                </Card>
                <Thread entries={order.entries} />
              </Section>
              {order.status === WorkOrderStatus.processed && !order.solvedAt && (
                <Section>
                  <SolvedChoice id={id} />
                </Section>
              )}
            </>
          )}
        </Loaded>
      </PullToRefresh>
      {query.value && (
        <div className={full} style={{ marginTop: 20 }}>
          <ReplyBox
            key={replies}
            id={id}
            note={query.value.solvedAt && t('work-orders.reply.reopens')}
            onReplied={() => setReplies(replies + 1)}
          />
        </div>
      )}
    </div>
  );
}
