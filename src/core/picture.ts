import { loadPicture } from '../contract/system';
import { useQuery } from './query';

/** The address of a picture by its id (spec §7); nothing until it is known, or when it is not for this member. */
export const usePicture = (id: string): string | undefined => useQuery(loadPicture, { id }).value?.url;
