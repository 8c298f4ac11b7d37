import type { ReactNode } from 'react';
import type { Package } from '../../../contract/buying/orders';
import { useApp } from '../../../core/app';
import type { List } from '../../../core/data/list';
import { ButtonLink } from '../../../ui/button';
import { firstDrawing } from '../../../ui/display/drawings';
import { Empty } from '../../../ui/feedback/empty';
import { ListView } from '../../../ui/layout/list';
import * as store from '../../store/routes';

/** The member's packages, one per card; without any, the way to buy one. */
export function PackageList({ of, children }: { of: List<Package>; children(held: Package): ReactNode }) {
  const { nav, t } = useApp();
  return (
    <ListView
      of={of}
      itemKey={({ orderNo, productId, serialNumber }) => orderNo + productId + (serialNumber ?? '')}
      empty={
        <Empty drawing={firstDrawing} text={t('packages.none')}>
          <ButtonLink {...nav.link(store.rechargeScore, {})}>{t('packages.buy')}</ButtonLink>
        </Empty>
      }
    >
      {children}
    </ListView>
  );
}
