import { md5 } from '@noble/hashes/legacy.js';
import { requestTimeout } from '../../contract/wire/limits';
import { sendFile, type Upload, type Uploaded, uploadCodes } from '../../contract/wire/upload';
import type { App } from '../app';
import type { Carry, Post } from './client';
import { asFailure, Failure, isLost } from './failure';
import type { Envelope } from './reply';
import type { UploadFile } from './uploading';

/** The gateway's time limit for a large file on a slow network. */
const largeTimeoutMs = 300_000;

type Answer = Envelope & { code?: unknown; id?: string; url?: string };

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => (byte + 256).toString(16).slice(1)).join('');

/** Uses XMLHttpRequest, because `fetch` does not report the progress of an upload. */
const carrying =
  (file: File, field: Upload['field'], onProgress?: (percent: number) => void): Carry =>
  (request, text) => {
    const form = new FormData();
    form.append('payload', text);
    form.append(field, file, file.name);
    return new Promise((resolve, fail) => {
      const carrier = new XMLHttpRequest();
      const abort = () => carrier.abort();
      carrier.open('POST', request.url);
      request.headers.forEach((value, name) => {
        carrier.setRequestHeader(name, value);
      });
      carrier.upload.onprogress = ({ loaded, total }) =>
        onProgress?.(total ? Math.round((loaded / total) * 100) : 0);
      carrier.onload = () => resolve(new Response(carrier.responseText, { status: carrier.status }));
      carrier.onerror = carrier.onabort = fail;
      carrier.onloadend = () => request.signal.removeEventListener('abort', abort);
      request.signal.addEventListener('abort', abort);
      carrier.send(form);
    });
  };

/** The upload function with its dependencies (`App.upload`). `post` sends the signed part. */
export default function createUpload(
  { wire, expired, toasts, t }: Pick<App, 'wire' | 'expired' | 'toasts' | 't'>,
  post: Post,
): UploadFile {
  const send: UploadFile = async (file, { onProgress, signal, field = 'imageFile', machine } = {}) => {
    const bytes = new Uint8Array(await new Response(file).arrayBuffer());
    const data: Upload = { field, name: file.name, size: file.size, md5: hex(md5(bytes)), machine };
    const { ok, answer } = await post(wire, sendFile.path, data, {
      signal,
      timeout: field === 'imageFile' ? requestTimeout : largeTimeoutMs,
      carry: carrying(file, field, onProgress),
    });
    const { code, id, url, header, message = header?.message ?? '' } = answer as Answer;
    if (Number(code) === uploadCodes.expired) throw new Failure('expired', message);
    if (!ok || typeof code !== 'number' || code % 100 !== 0 || !id) throw new Failure('refused', message);
    return { code, id, url } as Uploaded;
  };
  return async (file, how = {}) => {
    for (let isFirst = true; ; isFirst = false) {
      const { token } = wire.identity();
      try {
        return await send(file, how);
      } catch (error) {
        const failure = asFailure(error);
        if (failure.kind === 'expired' && (await expired(token)) && isFirst) continue;
        if (!how.quiet && isLost(failure)) toasts.show(t('common.failures.offline'));
        throw failure;
      }
    }
  };
}
