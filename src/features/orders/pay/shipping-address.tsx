import { css } from 'goober';
import { useApp } from '../../../core/app';
import type { Props } from '../../../core/navigation/route';
import { ButtonLink } from '../../../ui/button';
import { placeDrawing } from '../../../ui/display/drawings';
import { Tag } from '../../../ui/display/tag';
import { Empty } from '../../../ui/feedback/empty';
import { Loaded } from '../../../ui/feedback/loaded';
import { Radio } from '../../../ui/field/radio';
import { choice, panel, quiet } from '../../../ui/styles';
import * as addresses from '../../addresses/routes';
import * as orders from '../routes';
import { useDeliveryAddress } from './delivery-address';

const rows = css`
  margin-bottom: 12px;
  padding: 4px 14px;
  & label {
    align-items: flex-start;
    padding: 12px 0;
    overflow-wrap: anywhere;
  }
  & label + label {
    border-top: 1px solid var(--cp-line);
  }
`;
const stack = css`
  display: grid;
  grid-gap: 10px;
`;

/** `pages/mine/shippingAddress`: the delivery address (spec §3): one of the member's addresses, or a new one; the payment follows. */
export default function ShippingAddress(params: Props<typeof orders.shippingAddress>) {
  const { nav, t } = useApp();
  const data = useDeliveryAddress();
  const add = nav.link(addresses.createAddress, {});
  return (
    <Loaded of={data}>
      {({ items }) =>
        items.length ? (
          <div className={stack}>
            <div
              className={`${panel} ${choice} ${rows}`}
              role="radiogroup"
              aria-label={t('orders.address.title')}
            >
              {items.map((address) => (
                <label key={address.id}>
                  <Radio
                    name="address"
                    checked={address.id === data.address?.id}
                    onChange={() => {
                      data.choose(address);
                      nav.go(orders.pay, params, { replace: true });
                    }}
                  />
                  <span>
                    <b>{address.username}</b> <span className={quiet}>{address.userphone}</span>{' '}
                    {address.isDefault && <Tag tone="good">{t('shipping.default')}</Tag>}
                    <br />
                    {address.area?.names.join('')}
                    {address.address}
                  </span>
                </label>
              ))}
            </div>
            <ButtonLink kind="primary" {...nav.link(orders.pay, params)}>
              {t('shipping.use')}
            </ButtonLink>
            <ButtonLink {...add}>{t('shipping.add')}</ButtonLink>
          </div>
        ) : (
          <Empty drawing={placeDrawing} text={t('shipping.none')}>
            <ButtonLink kind="primary" {...add}>
              {t('shipping.add')}
            </ButtonLink>
          </Empty>
        )
      }
    </Loaded>
  );
}
