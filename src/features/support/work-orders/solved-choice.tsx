import { useState } from 'react';
import { getWorkOrder, listWorkOrders, solveWorkOrder } from '../../../contract/support/work-orders';
import { useApp } from '../../../core/app';
import { fetchOrThrow } from '../../../core/data/query';
import { asFailure } from '../../../core/http/failure';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/layout/card';
import { pair } from '../../../ui/styles';

/** Whether an answer has solved the problem (spec §4). Neither is final: a reply asks on. */
export function SolvedChoice({ id }: { id: string }) {
  const { send, queries, toasts, t } = useApp();
  const [choosing, setChoosing] = useState<boolean>();
  const choose = async (solved: boolean) => {
    if (choosing !== undefined) return;
    setChoosing(solved);
    try {
      await fetchOrThrow(send, solveWorkOrder, { id, solved }, 'now');
      toasts.show(t(solved ? 'work-orders.choice.thanks' : 'work-orders.choice.goesOn'));
    } catch (error) {
      const failure = asFailure(error);
      if (failure.kind === 'refused') toasts.show(failure.message); // anything else was said by `send`
    } finally {
      setChoosing(undefined);
      queries.changed(getWorkOrder, listWorkOrders);
    }
  };
  return (
    <Card>
      <p>{t('work-orders.choice.question')}</p>
      <div className={pair}>
        {[false, true].map((solved) => (
          <Button key={String(solved)} busy={choosing === solved} onClick={() => void choose(solved)}>
            {t(solved ? 'work-orders.choice.yes' : 'work-orders.choice.no')}
          </Button>
        ))}
      </div>
    </Card>
  );
}
