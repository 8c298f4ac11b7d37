import type { Selectable } from 'kysely';
import { byMember, type SpreadOf } from '../schema/spread';

/** Delivery addresses of members. */
export interface AddressTables {
  address: AddressTable;
}

export const spread: SpreadOf<AddressTables> = {
  address: byMember,
};

interface AddressTable {
  id: string;
  member: string;
  username: string;
  userphone: string;
  /** The full number. It leaves the server only on the member's own orders. */
  id_card: string | null;
  /** A code of `areas.json`. */
  area: string | null;
  address: string;
  /** Degrees, gcj02; both or none. */
  latitude: number | null;
  longitude: number | null;
  is_default: boolean;
  at: Date;
}

export type AddressRow = Selectable<AddressTable>;
