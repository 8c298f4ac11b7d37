import type { Wire } from '../../../core/http/answer';
import { Failure } from '../../../core/http/failure';
import { upload } from '../../../core/http/upload';

/** A picture as text, to be kept on the phone. */
export const dataUrl = (picture: Blob) =>
  new Promise<string>((settle, fail) => {
    const reader = new FileReader();
    reader.onload = () => settle(reader.result as string);
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(picture);
  });

/** Uploads a picture that was kept as a data URL, and gives its id. Refused when the phone has lost it. */
export async function sendPicture(
  wire: Wire,
  expired: (token: string) => void,
  url: string | undefined,
): Promise<string> {
  const [, type, body = ''] = /^data:([^;]*);base64,(.*)$/.exec(url ?? '') ?? [];
  if (type === undefined) throw new Failure('refused');
  const bytes = Uint8Array.from(atob(body), (one) => one.charCodeAt(0));
  const { token } = wire.identity();
  try {
    const { id } = await upload(wire, new File([bytes], 'picture', { type }), () => {});
    if (!id) throw new Failure('refused');
    return id;
  } catch (error) {
    if (error instanceof Failure && error.kind === 'expired') expired(token);
    throw error;
  }
}
