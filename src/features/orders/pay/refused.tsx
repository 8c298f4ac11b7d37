import { useApp } from '../../../core/app';
import type { Failure } from '../../../core/http/failure';
import { ButtonLink } from '../../../ui/button';
import { Empty } from '../../../ui/feedback/empty';
import * as orders from '../routes';

/** What the server says no to is not a failure to load: its words, and the way to all orders. */
export function Refused({ failure }: { failure: Failure }) {
  const { nav, t } = useApp();
  return (
    <div role="alert">
      <Empty text={failure.message}>
        <ButtonLink {...nav.link(orders.payOrder, {})}>{t('orders.titles.payOrder')}</ButtonLink>
      </Empty>
    </div>
  );
}
