import { useApp } from '../../../core/app';
import type { Failure } from '../../../core/http/failure';
import { ButtonLink } from '../../../ui/button';
import { wrongDrawing } from '../../../ui/display/drawings';
import { Empty } from '../../../ui/feedback/empty';
import * as orders from '../routes';

/** A refusal by the server is not a loading failure: shows its message, and a link to all orders. */
export function Refused({ failure }: { failure: Failure }) {
  const { nav, t } = useApp();
  return (
    <div role="alert">
      <Empty drawing={wrongDrawing} text={failure.message}>
        <ButtonLink {...nav.link(orders.payOrder, {})}>{t('orders.titles.payOrder')}</ButtonLink>
      </Empty>
    </div>
  );
}
