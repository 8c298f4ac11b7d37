import { useState } from 'react';
import { useApp } from '../../../core/app';
import type { Props } from '../../../core/navigation/route';
import { integer } from '../../../core/text/format';
import { Banner } from '../browse/banner';
import type * as store from '../routes';
import { Packages } from './packages';

/** `pages/mine/rechargeScore`: buys cloud devices. The rack shows the selected number of machines, lit. */
export default function RechargeScore({ productId }: Props<typeof store.rechargeScore>) {
  const { t } = useApp();
  const [count, setCount] = useState(1);
  const label = t('store.recharge.rack', { count: integer(count) });
  return (
    <>
      <Banner
        title={t('store.recharge.lead')}
        text={label}
        of={{ online: count, total: Math.max(count, 20) }}
      />
      <Packages category="machines" first={productId} onQuantity={setCount} />
    </>
  );
}
