import { added } from '../wire/call';
import type { EmbedTerms } from '../wire/embed-terms';
import type * as rules from './addresses.rules';
import { buying } from './orders';

/** A province, a city or a district of mainland China, Hong Kong, Macau or Taiwan, with its postal name. */
export interface Area {
  /** 2 digits for a province, 4 for a city, 6 or 9 for a part of a city. */
  code: string;
  /** In Chinese, whatever the language, because it is written on the parcel. */
  name: string;
}

/** A delivery address (spec §3, address). */
export interface Address {
  id: string;
  /** The customer's name. */
  username: string;
  /** Masked in a list: `138****8000`. Complete in the answer of `get`. */
  userphone: string;
  /** Always masked: `1101**********002X`. Absent if there is none. */
  idCard?: string;
  /** From the province down; absent for an address elsewhere. */
  area?: { code: string; names: string[] };
  /** Street, building, door. */
  address: string;
  isDefault: boolean;
  /** The point chosen on the map, gcj02. */
  position?: Position;
}

/** Degrees in gcj02, the system of Chinese maps (spec §9); the same as WGS 84 elsewhere. */
export interface Position {
  latitude: number;
  longitude: number;
}

/** A parsed address. Parts that were not found are absent. */
export interface ParsedAddress {
  username?: string;
  userphone?: string;
  idCard?: string;
  area?: { code: string; names: string[] };
  address?: string;
}

/** A partner's page does not receive addresses; it shows enough of each for the member to choose one. */
const masked = {
  scopes: buying,
  fields: {
    username: 'masked',
    userphone: 'masked',
    address: 'masked',
    idCard: 'private',
    position: 'private',
  },
} satisfies EmbedTerms<Address>;

/** The member's addresses: the default first, then the newest. At most 30, all in one answer. */
export const listAddresses = added<typeof rules.listAddresses, { items: Address[] }>('txAddress/list', {
  oldest: '1 s',
  embed: masked,
});
/** Refused (500) if it does not exist or belongs to another member; so are the calls below. */
export const getAddress = added<typeof rules.getAddress, Address>('txAddress/get');
/**
 * Adds an address; the first is the default. Refused (5001) with `problems.area` for a code that is no district, and without one for a
 * member of the Chinese version; (500) above 30.
 */
export const addAddress = added<typeof rules.addAddress, Address>('txAddress/add', {
  once: true,
  stale: () => [listAddresses, getAddress],
  embed: masked,
});
/** Replaces all fields. An omitted `idCard` stays, an empty one is removed. Orders keep their own copy. */
export const editAddress = added<typeof rules.editAddress, Address>('txAddress/edit', {
  once: 'latest',
  stale: () => [listAddresses, getAddress],
});
/** If it was the default, the newest remaining address becomes the default. */
export const deleteAddress = added<typeof rules.deleteAddress, object>('txAddress/delete', {
  once: true,
  stale: () => [listAddresses],
  embed: { scopes: buying },
});
export const setDefaultAddress = added<typeof rules.setDefaultAddress, object>('txAddress/setDefault', {
  once: 'latest',
  stale: () => [listAddresses],
  embed: { scopes: buying },
});

/** The direct subdivisions of an area; without one, the provinces. `districts`: the subdivisions are areas that an address needs. */
export const listAreas = added<typeof rules.listAreas, { items: Area[]; districts: boolean }>('txArea/list', {
  embed: { scopes: buying, fields: { name: 'public' } },
});
/** Parses a written address: name, phone, ID number, area, the rest. Nothing is stored. */
export const parseAddress = added<typeof rules.parseAddress, ParsedAddress>('txAddress/parse', {
  // the member has just typed it into that page
  embed: {
    scopes: buying,
    fields: { username: 'public', userphone: 'public', idCard: 'public', address: 'public' },
  },
});
