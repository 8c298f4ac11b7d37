import { loadPicture } from '../../contract/system';
import { useApp } from '../app';
import { useQuery } from '../data/query';
import { fileAddress } from './file-address';

/** The address of a picture by its id (spec §7); nothing until it is known, or when it is not for this member. */
export function usePicture(id: string): string | undefined {
  const { wire } = useApp();
  const { value } = useQuery(loadPicture, { id });
  return value && fileAddress(wire, value.url);
}
