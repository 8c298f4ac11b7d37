import { solveWorkOrder } from '../../../contract/support/work-orders';
import { useApp } from '../../../core/app';
import { useInFlight } from '../../../core/data/in-flight';
import { fetchOrThrow } from '../../../core/data/query';
import { showRefusal } from '../../../core/http/refusal';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/layout/card';
import { pair } from '../../../ui/styles';

/** Whether an answer has solved the problem (spec §4). Neither choice is final: a reply reopens it. */
export function SolvedChoice({ id }: { id: string }) {
  const { send, toasts, t } = useApp();
  const { pending: choosing, run } = useInFlight<boolean>();
  const choose = (solved: boolean) =>
    run(async (start) => {
      start(solved);
      await fetchOrThrow(send, solveWorkOrder, { id, solved }, 'now');
      toasts.show(t(solved ? 'work-orders.choice.thanks' : 'work-orders.choice.goesOn'));
    }, showRefusal(toasts));
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
