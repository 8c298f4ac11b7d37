import type { FileStore } from '../kernel/file-store';
import type { Settings } from '../settings/settings';
import { folderStore } from './folder-store';
import { objectStore } from './object-store';

/** The configured store: a bucket, or else the folder of this machine. */
export const openStore = ({ objects, dataDir }: Pick<Settings, 'objects' | 'dataDir'>): FileStore =>
  objects ? objectStore(objects) : folderStore(dataDir);
