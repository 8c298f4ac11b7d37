import { loadPicture } from '../../contract/site/system';
import { thumbnail } from '../../contract/wire/media';
import { useApp } from '../app';
import { useQuery } from '../data/query';
import type { Wire } from './answer';
import { cloudAddress, fileAddress } from './file-address';

/** The address of a picture, of which the gateway has told `url`: where there is a cloud store, it is made of the id (spec §7). */
export const pictureAddress = (wire: Wire, { id, url }: { id: string; url: string }): string =>
  wire.cloudStore ? cloudAddress(wire.cloudStore, id) : fileAddress(wire, url);

/** The address of a picture by its id (spec §7); nothing until it is known, or when it is not for this member. */
export function usePicture(id: string): string | undefined {
  const { wire } = useApp();
  const { value } = useQuery(loadPicture, { id });
  return value && fileAddress(wire, value.url);
}

/** The same for a picture that is shown small. */
export function useThumbnail(id: string): string | undefined {
  const url = usePicture(id);
  return url && thumbnail(url, 160);
}
