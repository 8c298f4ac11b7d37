import type { Address } from '../../contract/buying/addresses';
import { masked } from '../auth/contacts';
import type { Executor } from '../db/database';
import { areaOf, namesOf } from '../kernel/areas';
import { DomainError } from '../kernel/domain-error';
import type { AddressRow } from './tables';

/** `1101**********002X`: enough for the owner to recognize it. */
const maskedId = (id: string) => `${id.slice(0, 4)}${'*'.repeat(id.length - 8)}${id.slice(-4)}`;

/** The address as the member sees it; the phone number is masked unless `unmasked`. */
export function addressView(row: AddressRow, unmasked = false): Address {
  const area = areaOf(row.area);
  return {
    id: row.id,
    username: row.username,
    userphone: unmasked ? row.userphone : masked(row.userphone),
    ...(row.id_card && { idCard: maskedId(row.id_card) }),
    ...(area && { area }),
    address: row.address,
    isDefault: row.is_default,
    ...(row.latitude !== null &&
      row.longitude !== null && { position: { latitude: row.latitude, longitude: row.longitude } }),
  };
}

/** The member's address; undefined if it does not exist or belongs to another member. */
export const findAddress = (db: Executor, member: string, id: string): Promise<AddressRow | undefined> =>
  db.selectFrom('address').selectAll().where('id', '=', id).where('member', '=', member).executeTakeFirst();

/** Like `findAddress`, but refuses instead of returning undefined. */
export async function ownAddress(db: Executor, member: string, id: string): Promise<AddressRow> {
  const row = await findAddress(db, member, id);
  if (!row) throw new DomainError('addressMissing');
  return row;
}

/** As an order shows it (spec §3): area and street in one text. */
export const onOrder = (row: AddressRow) => ({
  username: row.username,
  userphone: row.userphone,
  ...(row.id_card && { idCard: row.id_card }),
  address: `${row.area ? namesOf(row.area).join('') : ''}${row.address}`,
});
