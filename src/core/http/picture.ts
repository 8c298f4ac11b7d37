import { loadPicture } from '../../contract/system';
import { useApp } from '../app';
import { useQuery } from '../data/query';
import type { Wire } from './answer';

/** A file's address where the gateway is, which in somebody else's page is not where the page is. */
export const fileAddress = ({ base }: Wire, url: string): string =>
  /^https?:/.test(base) ? new URL(url, base).href : url;

/** The address of a picture by its id (spec §7); nothing until it is known, or when it is not for this member. */
export function usePicture(id: string): string | undefined {
  const { wire } = useApp();
  const { value } = useQuery(loadPicture, { id });
  return value && fileAddress(wire, value.url);
}
