import { loadPicture } from '../contract/system';
import type { Wire } from './answer';
import { useApp } from './app';
import { useQuery } from './query';

/** A file's address where the gateway is, which is not where the page is in somebody else's. */
export const fileAddress = ({ base }: Wire, url: string): string =>
  new URL(url, new URL(base, document.baseURI)).href;

/** The address of a picture by its id (spec §7); nothing until it is known, or when it is not for this member. */
export function usePicture(id: string): string | undefined {
  const { wire } = useApp();
  const { value } = useQuery(loadPicture, { id });
  return value && fileAddress(wire, value.url);
}
