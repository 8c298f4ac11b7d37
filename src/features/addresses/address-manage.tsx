import { css } from 'goober';
import {
  type Address,
  deleteAddress,
  listAddresses,
  setDefaultAddress,
} from '../../contract/buying/addresses';
import { useApp } from '../../core/app';
import { useConfirmedMutation } from '../../core/data/confirmed-mutation';
import { useList } from '../../core/data/list';
import { fetchOrThrow } from '../../core/data/query';
import { ButtonLink } from '../../ui/button';
import { Empty } from '../../ui/feedback/empty';
import { ActionBar } from '../../ui/layout/action-bar';
import { ListView } from '../../ui/layout/list';
import { AddressCard } from './address-card';
import * as addresses from './routes';

const filling = css`
  display: flex;
  flex: 1 0 auto;
  flex-direction: column;
`;

/** `pages/mine/addressManage`: the member's addresses, the default first. */
export default function AddressManage() {
  const { nav, t } = useApp();
  const list = useList(listAddresses, {});
  const { busy, remove, makeDefault } = useChanges();
  const add = nav.link(addresses.createAddress, {});
  return (
    <div className={filling}>
      <ListView
        of={list}
        itemKey={({ id }) => id}
        empty={
          <Empty text={t('addresses.none')}>
            <ButtonLink kind="primary" {...add}>
              {t('addresses.add')}
            </ButtonLink>
          </Empty>
        }
      >
        {(address) => (
          <AddressCard
            address={address}
            busy={busy === address.id}
            onDelete={() => void remove(address)}
            onDefault={() => void makeDefault(address)}
          />
        )}
      </ListView>
      {!!list.items?.length && (
        <ActionBar>
          <ButtonLink kind="primary" {...add}>
            {t('addresses.add')}
          </ButtonLink>
        </ActionBar>
      )}
    </div>
  );
}

/** Deletes an address after a confirmation that names it, or makes it the default. */
function useChanges() {
  const { send, t } = useApp();
  const removing = useConfirmedMutation<string>({
    async act(id) {
      await fetchOrThrow(send, deleteAddress, { id }, 'now');
      return t('addresses.deleted');
    },
  });
  const choosing = useConfirmedMutation<string>({
    async act(id) {
      await fetchOrThrow(send, setDefaultAddress, { id }, 'now');
      return t('addresses.defaultSet');
    },
  });
  return {
    busy: removing.pending ?? choosing.pending,
    remove: ({ id, username, address }: Address) =>
      removing.mutate(id, {
        title: t('addresses.ask.title'),
        text: t('addresses.ask.text', { name: username, address }),
        yes: t('addresses.delete'),
        no: t('common.cancel'),
        danger: true,
      }),
    makeDefault: ({ id }: Address) => choosing.mutate(id),
  };
}
