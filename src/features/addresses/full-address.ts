import type { Address } from '../../contract/buying/addresses';

/** `浙江省杭州市西湖区文三路 90 号`: as written on a parcel, the largest area first. */
export const fullAddress = ({ area, address }: Pick<Address, 'area' | 'address'>): string =>
  `${area ? area.names.join('') : ''}${address}`;
