import { packages } from '../../../contract/buying/orders';
import { useApp } from '../../../core/app';
import { useList } from '../../../core/data/list';
import { integer } from '../../../core/text/format';
import { when } from '../../../core/text/when';
import { Tag } from '../../../ui/display/tag';
import { Card } from '../../../ui/layout/card';
import { quiet, row } from '../../../ui/styles';
import { useFilteredList } from '../queries';
import * as orders from '../routes';
import { PackageList } from './package-list';

/** `pages/list/equMyTeam`: cloud device orders, each with its machines. */
export default function EquMyTeam() {
  const app = useApp();
  const { nav, t } = app;
  const list = useFilteredList(useList(packages, {}), ({ category }) => category === 'machines');
  return (
    <PackageList of={list}>
      {({ orderNo, name, quantity, serialNumber, boughtAt, remainingDays, state }) => (
        <Card {...nav.link(orders.payOrderDetail, { orderNo })}>
          <div className={row} style={{ justifyContent: 'space-between' }}>
            <strong style={{ minWidth: 0, marginRight: 8 }}>
              {name} ×&nbsp;{quantity}
            </strong>
            <span style={{ flex: 'none' }}>
              <Tag tone={state === 'active' ? 'good' : 'quiet'}>{t(`packages.${state}`)}</Tag>
            </span>
          </div>
          <p className={quiet} style={{ marginTop: 4 }}>
            {serialNumber ?? orderNo}
            <br />
            {when(boughtAt, app)} · {t('packages.days', { count: integer(remainingDays) })}
          </p>
        </Card>
      )}
    </PackageList>
  );
}
