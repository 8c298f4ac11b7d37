import type { Upload, Uploaded } from '../../contract/wire/upload';
import type { App } from '../app';
import type { AnyRoute } from '../navigation/route';
import type { Post } from './client';
import { Failure } from './failure';
import type createUpload from './upload';

interface Uploading {
  /** Told whole percents. */
  onProgress?: ((percent: number) => void) | undefined;
  signal?: AbortSignal | undefined;
  field?: Upload['field'];
  /** Nobody asked for it just now: a lost connection is said where it matters, not in a toast. */
  quiet?: boolean;
}

/**
 * Sends a picture, or a video, to the gateway (spec §7; 60 s, §9). What spec §8 asks for is done: the way to sign in after 510, the toast of a
 * lost connection. Throws `Failure` `offline`, `timeout`, `aborted`, `expired`, and `refused` with the server's message unless the answer's
 * code is divisible by 100.
 */
export type UploadFile = (file: File, how?: Uploading) => Promise<Uploaded>;

/** What sends files comes with the first one that is sent: it is `part`, and sends the signed part of a request by `post`. */
export const uploading =
  (app: App, needs: () => Promise<{ part: AnyRoute; post: Post }>): UploadFile =>
  async (file, how) => {
    const found = await needs().catch(() => undefined);
    const create = found && ((await app.bring(found.part)) as unknown as typeof createUpload | undefined);
    if (create) return create(app, found.post)(file, how);
    app.toasts.show(app.t('common.failures.offline'));
    throw new Failure('offline');
  };
