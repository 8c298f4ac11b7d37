import type { Upload, Uploaded } from '../../contract/wire/upload';
import type { App } from '../app';
import type { AnyRoute } from '../navigation/route';
import type { Post } from './client';
import { Failure } from './failure';
import type createUpload from './upload';

interface Uploading {
  /** Called with whole percents. */
  onProgress?: ((percent: number) => void) | undefined;
  signal?: AbortSignal | undefined;
  field?: Upload['field'];
  /** The cloud phone that a file is for. */
  machine?: string;
  /** A background upload: a lost connection is not reported in a toast. */
  quiet?: boolean;
}

/**
 * Uploads a picture or a video to the gateway, or a file to a cloud phone (spec §7; 60 s, §9), with the handling of spec §8: the way to sign in after 510, the toast
 * for a lost connection. Throws `Failure` `offline`, `timeout`, `aborted`, `expired`, and `refused` with the server's message unless the
 * response's code is divisible by 100.
 */
export type UploadFile = (file: File, how?: Uploading) => Promise<Uploaded>;

/** The code for uploads is loaded with the first upload: `part` contains it, and it sends the signed part of a request with `post`. */
export const uploading =
  (app: App, needs: () => Promise<{ part: AnyRoute; post: Post }>): UploadFile =>
  async (file, how) => {
    const found = await needs().catch(() => undefined);
    const create = found && ((await app.bring(found.part)) as unknown as typeof createUpload | undefined);
    if (create) return create(app, found.post)(file, how);
    app.toasts.show(app.t('common.failures.offline'));
    throw new Failure('offline');
  };
