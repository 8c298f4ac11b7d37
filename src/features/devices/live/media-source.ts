import { beginning, fragment } from './mp4';
import { type CreatePlayer, codecOf, type Size } from './player';

/** Ticks that a picture lasts at least and at most, and of the first one. */
const [shortest, longest, usual] = [10_000, 200_000, 66_667];
/** Seconds behind the newest picture from which the engine skips to it, and that it keeps of the past. */
const [behind, past] = [0.35, 10];

/** Shows a stream with Media Source Extensions, as an MP4 without an end that is made here. */
const createPlayer: CreatePlayer = (document, { picture, failed }) => {
  const video = document.createElement('video');
  Object.assign(video, { muted: true, playsInline: true, autoplay: true });
  video.setAttribute('playsinline', '');
  const source = new MediaSource();
  const address = URL.createObjectURL(source);
  video.src = address;
  let buffer: SourceBuffer | undefined;
  let queue: Uint8Array[] = [];
  let size: Size = { width: 0, height: 0 };
  let configuration = '';
  let [number, time, last] = [0, 0, 0];
  let isClosed = false;

  const play = () => void video.play()?.catch(() => {}); // it plays at the first touch then
  function advance() {
    if (!buffer || buffer.updating || isClosed) return;
    try {
      const { buffered } = buffer;
      const end = buffered.length ? buffered.end(buffered.length - 1) : 0;
      if (end - video.currentTime > behind) video.currentTime = Math.max(0, end - 0.05);
      const next = queue.shift();
      if (next) return buffer.appendBuffer(next as BufferSource);
      if (buffered.length && end - buffered.start(0) > 2 * past) buffer.remove(0, end - past);
    } catch {
      failed(); // the engine has ended the source
    }
  }
  function append(part: Uint8Array) {
    queue.push(part);
    advance();
  }
  const open = (codec: string) => {
    const type = `video/mp4; codecs="${codec}"`;
    if (!MediaSource.isTypeSupported(type)) return failed();
    if (buffer) return;
    buffer = source.addSourceBuffer(type);
    buffer.addEventListener('updateend', advance);
    play();
  };
  let wanted: (() => void) | undefined;
  source.addEventListener('sourceopen', () => wanted?.(), { once: true });
  video.addEventListener('error', () => isClosed || failed());
  video.addEventListener('timeupdate', picture);
  video.addEventListener('loadeddata', picture);

  return {
    element: video,
    restart(next) {
      size = next;
      configuration = '';
    },
    put({ kind, at, data }) {
      if (isClosed) return;
      if (kind === 'configuration') {
        const text = data.join();
        if (text === configuration) return;
        configuration = text;
        const codec = codecOf(data);
        wanted = () => {
          open(codec);
          advance();
        };
        if (source.readyState === 'open') wanted();
        return append(beginning(data, size));
      }
      if (!configuration) return;
      const duration = last ? Math.min(longest, Math.max(shortest, at - last)) : usual;
      last = at;
      append(fragment(++number, { data, from: time, duration, isKey: kind === 'key' }));
      time += duration;
      if (video.paused) play();
    },
    waiting: () => queue.length,
    close() {
      isClosed = true;
      queue = [];
      video.removeAttribute('src');
      video.load();
      URL.revokeObjectURL(address);
    },
  };
};
export default createPlayer;
