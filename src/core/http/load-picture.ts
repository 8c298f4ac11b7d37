import { loadPicture } from '../../contract/site/system';
import { codes } from '../../contract/wire/codes';
import type { Send } from './answer';
import type { Plain } from './client';
import { cloudAddress } from './file-address';

/** The base of pictures, if not at the gateway. */
export interface PicturePlaces {
  /** See `cloudAddress`; without a trailing slash. */
  cloudStore?: string | undefined;
  /** The deployment's own services, one of which responds with `{url}` to a post with the id. */
  service?(): Promise<Plain>;
}

/**
 * `send` with the picture load of spec §7: a post to a picture service with the id or, with a cloud store, an address built from the id
 * without a request. Otherwise it asks the gateway, which returns the address only to the owner and to members who may see the picture.
 */
export const withPictures = (send: Send, { cloudStore, service }: PicturePlaces): Send => {
  if (!cloudStore && !service) return send;
  return async (call, input, how) => {
    if (call.path !== loadPicture.path) return send(call, input, how);
    const { id } = input as { id: string };
    const answer = cloudStore
      ? { url: cloudAddress(cloudStore, id) }
      : await (await service?.())?.post(call.path, { id });
    // biome-ignore lint/suspicious/noExplicitAny: its type is the call's, which `Send` says
    return { ...answer, res_code: codes.done, message: '' } as any;
  };
};
