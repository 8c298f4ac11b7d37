import { loadPicture } from '../../contract/site/system';
import { codes } from '../../contract/wire/codes';
import type { Send } from './answer';
import type { Plain } from './client';
import { cloudAddress } from './file-address';

/** Where pictures are, if not at the gateway. */
export interface PicturePlaces {
  /** See `cloudAddress`; without a slash at the end. */
  cloudStore?: string | undefined;
  /** The deployment's own services, one of which answers `{url}` to a post with the id. */
  service?(): Promise<Plain>;
}

/**
 * `send`, by which the load of a picture is what spec §7 makes of it: a post to a picture service with its id, or an address made of the id
 * where there is a cloud store, of which nobody is asked. Without either the gateway is asked, which tells its owner and those it was shown to.
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
