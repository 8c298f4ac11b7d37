import { editAddress, getAddress } from '../../contract/buying/addresses';
import { editAddress as rules } from '../../contract/buying/addresses.rules';
import { useApp } from '../../core/app';
import { useQuery } from '../../core/data/query';
import type { Props } from '../../core/navigation/route';
import { ButtonLink } from '../../ui/button';
import { Empty } from '../../ui/feedback/empty';
import { Loaded } from '../../ui/feedback/loaded';
import { Skeleton } from '../../ui/feedback/skeleton';
import { AddressForm } from './address-form';
import * as addresses from './routes';

/** `pages/mine/modifyAddress`: edits one of the member's addresses; its ID number is masked, and stays unless one is typed. */
export default function ModifyAddress({ id }: Props<typeof addresses.modifyAddress>) {
  const { nav, t } = useApp();
  const query = useQuery(getAddress, { id });
  if (query.failure?.kind === 'refused')
    return (
      <Empty text={t('addresses.gone')}>
        <ButtonLink {...nav.link(addresses.addressManage, {})}>{t('addresses.all')}</ButtonLink>
      </Empty>
    );
  return (
    <Loaded of={query} skeleton={<Skeleton kind="form" />}>
      {({ username, userphone, area, address, position, isDefault, idCard }) => (
        <AddressForm
          draft={`address/${id}`}
          call={editAddress}
          rules={rules}
          initial={{
            id,
            username,
            userphone,
            address,
            isDefault,
            ...(area && { area: area.code }),
            ...(position && { position }),
          }}
          before={{ area, idCard, isDefault }}
        />
      )}
    </Loaded>
  );
}
