import { Failure } from '../../../core/http/failure';
import type { UploadFile } from '../../../core/http/uploading';

/** Uploads a picture that was stored as a data URL, and returns its id. Refused if the phone has lost it. */
export async function sendPicture(upload: UploadFile, url: string | undefined): Promise<string> {
  const [, type, body = ''] = /^data:([^;]*);base64,(.*)$/.exec(url ?? '') ?? [];
  if (type === undefined) throw new Failure('refused');
  const bytes = Uint8Array.from(atob(body), (one) => one.charCodeAt(0));
  const { id } = await upload(new File([bytes], 'picture', { type }), { quiet: true });
  return id;
}
