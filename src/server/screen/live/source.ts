import { type LiveNews, liveRates } from '../../../contract/buying/live';
import { createFlow } from './flow';
import { resetVideo } from './framing';
import { openProviderStream, type ProviderStream } from './provider-stream';
import { createQuality } from './quality';

interface SourceOptions {
  /** The address of a stream at the provider; undefined if there is none now. */
  stream(bitrate: number): Promise<string | undefined>;
  send(message: Buffer): void;
  tell(news: LiveNews): void;
  /** There is no stream any more. */
  gone(): void;
  log(error: unknown): void;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The stream of a phone as one page receives it: at the rate that its line carries, and no further ahead than it can show. */
export function createSource({ stream, send, tell, gone, log, now }: SourceOptions) {
  const flow = createFlow();
  const quality = createQuality();
  let current: ProviderStream | undefined;
  /** The stream that replaces `current` once its first message arrives. */
  let coming: ProviderStream | undefined;
  let isChanging = false;
  let isClosed = false;

  function failed() {
    coming = undefined;
    isChanging = false;
    if (!current) gone();
  }
  /** Opens a stream with another rate. */
  async function change(level: number): Promise<void> {
    if (isChanging || isClosed) return;
    isChanging = true;
    const url = await stream(liveRates[level] ?? liveRates[0]);
    if (isClosed) return;
    if (!url) return failed();
    const next = openProviderStream(url, {
      packet(message) {
        if (current !== next) {
          current?.close();
          [current, coming, isChanging] = [next, undefined, false];
          flow.restart();
          quality.use(level, now());
          tell({ rate: quality.rate });
        }
        for (const one of flow.take(message, quality.rate, behind)) send(one);
      },
      clipboard: (clipboard) => tell({ clipboard }),
      end(reason) {
        log(new Error(`the stream of a cloud phone ended: ${reason}`));
        if (current === next) gone();
        else failed();
      },
    });
    coming = next;
  }
  const use = (level: number | undefined) => {
    if (level === undefined) return;
    change(level).catch((error) => {
      log(error);
      failed();
    });
  };
  const behind = () => use(quality.lower(now()));
  use(0);

  return {
    control: (message: Buffer) => current?.control(message),
    /** The page has shown this many bytes in total. */
    shown(bytes: number) {
      // without it, a phone whose screen does not change would show an old picture for long
      if (flow.shown(bytes)) current?.control(resetVideo);
    },
    away: () => flow.away(),
    /** Tries a higher rate, if it is time for it. */
    raise: () => use(quality.raise(now())),
    roundTrip: () => current?.roundTrip,
    close() {
      isClosed = true;
      current?.close();
      coming?.close();
    },
  };
}
