import { randomUUID } from 'node:crypto';
import type { Tx } from '../db/database';
import type { FileStore } from '../kernel/file-store';
import { insertAll } from './bulk';

/** A list of machines, one of them red: 300 × 200. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAASwAAADIBAMAAACg8cFmAAAAD1BMVEUQGiAeKzM93JePo63/a164Rq4PAAAAxElEQVR42u3cQQ2A' +
    'MAxA0VnAAg4IFvCvifOOW0jZ2vcVvFNpCqEdS9awsLCwsD5l3SNhYWFhLcAy5bGwsLAysiRJkhTTousfFhYW1jKss2tPVtw5FwsL' +
    'Cyv1OC3PskFgYWF51yNJcmnGwsLCcmke7MLCwsL6j2XKuzRjYWG5NEuSXJo9qrGwsHKxnq49WXF/qsDCwsJKPU7Ls2wQWFhYLs2S' +
    'JJdmLCwsrNnKftM89eUiFhYWVupxWp5lg8DCwnJpliRJYb2OzzqDxbkCxgAAAABJRU5ErkJggg==',
  'base64',
);

/** Stores a member's picture, as an upload would. Returns its id. */
export async function seedPicture(
  tx: Tx,
  files: FileStore,
  { owner, at }: { owner: string; at: Date },
): Promise<string> {
  const id = randomUUID();
  await files.put(id, png, 'image/png');
  await insertAll(tx, 'picture', [
    { id, owner, type: 'image/png', size: png.length, name: 'machines.png', shared: false, at },
  ]);
  return id;
}
