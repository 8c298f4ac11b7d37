import { loadPicture } from '../../contract/site/system';
import { thumbnail } from '../../contract/wire/media';
import { useApp } from '../app';
import { useQuery } from '../data/query';
import type { Wire } from './answer';
import { cloudAddress, fileAddress } from './file-address';

/** The address of a picture for which the gateway returned `url`: with a cloud store, it is built from the id (spec §7). */
export const pictureAddress = (wire: Wire, { id, url }: { id: string; url: string }): string =>
  wire.cloudStore ? cloudAddress(wire.cloudStore, id) : fileAddress(wire, url);

/** The address of a picture by its id (spec §7); undefined until it is known, or if this member may not see it. */
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
