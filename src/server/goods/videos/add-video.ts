import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Texts } from '../../../contract/wire/locale';
import { DomainError } from '../../kernel/domain-error';
import type { Services } from '../../kernel/services';
import { textColumns } from '../../kernel/texts';
import { pictureFile } from '../../pictures/address';
import { measureMp4 } from '../../pictures/mp4';

export interface NewVideo {
  title: Texts;
  /** The platform's good that it shows. */
  goods: string | null;
  /** MP4. */
  bytes: Uint8Array;
}

/** Adds a platform video. Refused for a good that does not exist, and for a file that is not MP4. Returns its id. */
export async function addVideo(
  { db, files, settings }: Pick<Services, 'db' | 'files' | 'settings'>,
  { title, goods, bytes }: NewVideo,
  now: number,
): Promise<string> {
  const good =
    goods === null
      ? undefined
      : await db.run
          .selectFrom('platform_goods')
          .select('picture')
          .where('id', '=', goods)
          .executeTakeFirst();
  if (goods !== null && !good) throw new DomainError('goodsNotSupplied');
  const file = randomUUID();
  const at = pictureFile(settings.dataDir, `.${file}`);
  await mkdir(path.dirname(at), { recursive: true });
  await writeFile(at, bytes);
  const measured = await measureMp4(at);
  if (!measured?.seconds) {
    await rm(at, { force: true });
    throw new DomainError('pictureKind');
  }
  await files.put(file, at, 'video/mp4');
  const id = `v-${randomUUID().slice(0, 13)}`;
  const created_at = new Date(now);
  await db.tx(async (tx) => {
    await tx
      .insertInto('picture')
      .values({
        id: file,
        owner: 'platform',
        type: 'video/mp4',
        size: bytes.length,
        name: `${title.en}.mp4`,
        shared: true,
        at: created_at,
        ...measured,
      })
      .execute();
    await tx
      .insertInto('video')
      .values({
        id,
        goods,
        file,
        ...textColumns({ title }),
        picture: good?.picture ?? 'parcel',
        length: measured.seconds ?? 1,
        size: bytes.length,
        created_at,
      })
      .execute();
  });
  return id;
}
