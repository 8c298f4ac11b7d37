import { codes } from '../../contract/wire/codes';
import { requestTimeout } from '../../contract/wire/limits';
import type { Upload, Uploaded } from '../../contract/wire/upload';
import type { Wire } from './answer';
import { Failure } from './failure';
import { md5 } from './md5';
import { type Envelope, inTime, readEnvelope } from './reply';
import { signRequest } from './sign-envelope';

/** What the gateway gives a video, on a slow network. */
const videoTimeoutMs = 300_000;

type Answer = Envelope & Partial<Uploaded>;

/** By XMLHttpRequest, because `fetch` does not report how much has been sent. */
function attempt(
  wire: Wire,
  file: File,
  data: Upload,
  onProgress: (percent: number) => void,
  signal?: AbortSignal,
) {
  const { text, headers } = signRequest(wire, data, md5);
  const form = new FormData();
  form.append('payload', text);
  form.append(data.field, file, file.name);
  return new Promise<{ ok: boolean; answer: Answer }>((settle, fail) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const failed = (kind: 'offline' | 'timeout' | 'aborted') => () => fail(new Failure(kind));
    request.open('POST', `${wire.base}/upload`);
    request.timeout = data.field === 'videoFile' ? videoTimeoutMs : requestTimeout;
    for (const header of Object.entries(headers)) request.setRequestHeader(...header);
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(total ? Math.round((loaded / total) * 100) : 0);
    request.onload = () => settle({ ok: request.status === 200, answer: readEnvelope(request.responseText) });
    request.onerror = failed('offline');
    request.ontimeout = failed('timeout');
    request.onabort = failed('aborted');
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    request.send(form);
  });
}

/**
 * Uploads a picture, or a video (spec §7, §9: 60 s). `onProgress` is told whole percents. Throws `Failure` `offline`, `timeout`,
 * `aborted`, `expired`, and `refused` with the server's message unless the code is divisible by 100 (spec §8).
 */
export async function upload(
  wire: Wire,
  file: File,
  onProgress: (percent: number) => void,
  signal?: AbortSignal,
  field: Upload['field'] = 'imageFile',
): Promise<Uploaded> {
  const bytes = new Uint8Array(await new Response(file).arrayBuffer());
  const data: Upload = { field, name: file.name, size: file.size, md5: md5(bytes) };
  if (signal?.aborted) throw new Failure('aborted');
  const { answer } = await inTime(wire, () => attempt(wire, file, data, onProgress, signal));
  const message = answer.message ?? answer.header?.message ?? '';
  if (String(answer.header?.res_code) === codes.expired) throw new Failure('expired', message);
  const code = Number(answer.code);
  if (answer.code === undefined || code % 100 !== 0) throw new Failure('refused', message);
  return { ...answer, code };
}
