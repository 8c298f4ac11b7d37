/** Every phone can decode it: baseline, level 3.1. */
const codec = 'avc1.42e01f';

/** The ways to show live pictures. */
type Engine = 'webCodecs' | 'mediaSource';

/** The way in which an engine shows live pictures; undefined if it has none. */
export async function engineOf(view: typeof globalThis): Promise<Engine | undefined> {
  const { VideoDecoder, MediaSource } = view;
  if (VideoDecoder) {
    const supports = await VideoDecoder.isConfigSupported({ codec, optimizeForLatency: true }).then(
      ({ supported }) => supported,
      () => false,
    );
    if (supports) return 'webCodecs';
  }
  return MediaSource?.isTypeSupported(`video/mp4; codecs="${codec}"`) ? 'mediaSource' : undefined;
}
