import { type CreatePlayer, codecOf, joined } from './player';

/** Shows a stream with WebCodecs: each picture as soon as it has arrived. */
const createPlayer: CreatePlayer = (document, { picture, failed }) => {
  const canvas = document.createElement('canvas');
  const paper = canvas.getContext('2d');
  let configuration = new Uint8Array();
  let codec = '';
  /** Nothing can be decoded before a complete picture. */
  let isComplete = false;
  const decoder = new VideoDecoder({
    output(frame) {
      const { displayWidth, displayHeight } = frame;
      if (canvas.width !== displayWidth || canvas.height !== displayHeight)
        Object.assign(canvas, { width: displayWidth, height: displayHeight });
      paper?.drawImage(frame, 0, 0);
      frame.close();
      picture();
    },
    error: failed,
  });
  return {
    element: canvas,
    restart() {
      isComplete = false;
    },
    put({ kind, at, data }) {
      if (decoder.state === 'closed') return;
      if (kind === 'configuration') {
        configuration = data;
        if (codec === codecOf(data)) return;
        codec = codecOf(data);
        decoder.configure({ codec, optimizeForLatency: true });
        isComplete = false;
        return;
      }
      if (!codec || (!isComplete && kind === 'delta')) return;
      isComplete = true;
      decoder.decode(
        new EncodedVideoChunk({
          type: kind,
          timestamp: at,
          data: kind === 'key' ? joined(configuration, data) : data,
        }),
      );
    },
    waiting: () => decoder.decodeQueueSize,
    close() {
      if (decoder.state !== 'closed') decoder.close();
    },
  };
};
export default createPlayer;
