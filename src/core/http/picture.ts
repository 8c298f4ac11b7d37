import { loadPicture } from '../../contract/system';
import { thumbnail } from '../../contract/wire/media';
import { useApp } from '../app';
import { useQuery } from '../data/query';
import { fileAddress } from './file-address';

/** The address of a picture by its id (spec §7); nothing until it is known, or when it is not for this member. */
export function usePicture(id: string): string | undefined {
  const { wire } = useApp();
  const { value } = useQuery(loadPicture, { id });
  return value && fileAddress(wire, value.url);
}

/** The same for a picture that is shown small; a cloud store has one size. */
export function useThumbnail(id: string): string | undefined {
  const url = usePicture(id);
  return url?.includes('?') ? thumbnail(url, 160) : url;
}
