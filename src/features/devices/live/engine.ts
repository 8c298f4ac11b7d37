import type { OpenRoute } from '../../../core/navigation/route';
import * as devices from '../routes';

/** Every phone can decode it: baseline, level 3.1. */
const codec = 'avc1.42e01f';

/** The part with which an engine shows live pictures; undefined if it has none of their ways. */
export async function engineOf(view: typeof globalThis): Promise<OpenRoute | undefined> {
  const { VideoDecoder, MediaSource } = view;
  if (VideoDecoder) {
    const supports = await VideoDecoder.isConfigSupported({ codec, optimizeForLatency: true }).then(
      ({ supported }) => supported,
      () => false,
    );
    if (supports) return devices.webCodecs;
  }
  return MediaSource?.isTypeSupported(`video/mp4; codecs="${codec}"`) ? devices.mediaSource : undefined;
}
