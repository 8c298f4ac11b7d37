import { createHash, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { serializeEnvelope } from '../../../src/contract/wire/envelope';
import type { Upload } from '../../../src/contract/wire/upload';
import { tokenOf } from '../../../src/server/http/wire';
import { pictureFile } from '../../../src/server/pictures/address';
import type { Sent, TestGateway } from './open';

/** A picture of a member's with these bytes, as an upload leaves it; gives its id. */
export async function addPicture(
  { db, settings }: TestGateway,
  owner: string,
  bytes: string = randomUUID(),
): Promise<string> {
  const id = randomUUID();
  const file = pictureFile(settings.dataDir, id);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, bytes);
  const md5 = createHash('md5').update(bytes).digest('hex');
  const row = { id, owner, type: 'image/png', size: bytes.length, name: `${md5}.png`, shared: false };
  await db.run
    .insertInto('picture')
    .values({ ...row, at: new Date() })
    .execute();
  return id;
}

/** Sends a file as the app does; gives whatever comes back. */
export async function upload(
  { url, settings, clock }: TestGateway,
  file: Buffer,
  as: Sent,
  field: Upload['field'] = 'imageFile',
): Promise<any> {
  const md5 = createHash('md5').update(file).digest('hex');
  const data: Upload = { field, name: 'file', size: file.length, md5 };
  const timestamp = Date.now() + clock.ahead;
  const payload = serializeEnvelope(
    { uuid: randomUUID(), appid: 'h5', authToken: as.token ?? '', timestamp },
    data,
  );
  const form = new FormData();
  form.append('payload', payload);
  form.append(field, new Blob([new Uint8Array(file)]), 'file');
  const headers = { Token: tokenOf(settings.signingSecret, payload), userId: as.userId ?? '' };
  const response = await fetch(`${url}/api/upload`, { method: 'POST', body: form, headers });
  return response.json();
}
