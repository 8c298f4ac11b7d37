import { requestTimeout } from '../../contract/wire/limits';
import type { App } from '../../core/app';
import type { Post } from '../../core/http/client';
import { within } from '../../core/http/limit';
import { readReply, setsClock } from '../../core/http/reply';
import { signRequest } from '../../core/http/sign-envelope';
import { type UploadFile, uploading } from '../../core/http/uploading';
import type { AnyRoute } from '../../core/navigation/route';
import { upload } from '../../features/pictures/routes';

/** Sends the signed part of an upload from an embed, until `gone`. */
export const createPost =
  (gone: AbortSignal): Post =>
  async (wire, path, data, { signal, timeout = requestTimeout, carry } = {}) => {
    const attempt = () =>
      within(timeout, signal ? [gone, signal] : [gone], async (signal) => {
        const { text, headers } = signRequest(wire, data);
        const request = new Request(`${wire.base}/${path}`, { method: 'POST', headers, signal });
        return readReply(await (carry?.(request, text) ?? fetch(new Request(request, { body: text }))));
      });
    const first = await attempt();
    return setsClock(wire, first) ? attempt() : first;
  };

/** `App.upload` of an embed, until `gone`. */
export const createUpload = (app: App, gone: AbortSignal): UploadFile =>
  uploading(app, async () => ({ part: upload as AnyRoute, post: createPost(gone) }));
