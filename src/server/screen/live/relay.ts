import * as v from 'valibot';
import type { WebSocket } from 'ws';
import { type LiveNews, liveEnd } from '../../../contract/buying/live';
import type { Followers } from './followers';
import { isControl, resetVideo } from './framing';
import { createSource } from './source';

/** Milliseconds between two checks whether the page may still see the phone; without a successful one; without a look; and to close. */
const [usualMs, uncheckedMs, unwatchedMs, closeMs] = [5_000, 60_000, 60_000, 2_000];
/** Milliseconds between two requests of a page for a picture that needs no other. */
const wholeMs = 2_000;
/** Messages of a page that are passed on in a second: more than ten fingers that move. */
const mostControls = 400;

const look = v.object({
  got: v.pipe(v.number(), v.minValue(0)),
  at: v.optional(v.number()),
  away: v.optional(v.boolean()),
  whole: v.optional(v.boolean()),
});

interface Shown {
  /** The address of a stream at the provider; undefined if there is none now. */
  stream(bitrate: number): Promise<string | undefined>;
  /** Whether the page may still see the phone, or why not. */
  check(): Promise<'taken' | 'ended' | undefined>;
  /** The page has left, or was sent away. */
  left(): void;
  /** Other phones that do the same. */
  followers?: Followers | undefined;
  /** Otherwise what the page does reaches no phone, and what is copied on the phone does not reach the page. */
  mayControl: boolean;
  /** Milliseconds between two checks, if they are not the usual ones. */
  checkMs?: number | undefined;
  /** Never receives what passes through. */
  log(error: unknown): void;
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface Relay {
  end(why: keyof typeof liveEnd): void;
  /** The gateway stops: the page connects to another one. */
  stop(): void;
}

/** Passes the stream of a phone to a page, and what the page does to the phone. Nothing is stored or logged, and nothing queues up. */
export function relay(
  page: WebSocket,
  { stream, check, left, followers, mayControl, checkMs = usualMs, log, now }: Shown,
): Relay {
  let isOver = false;
  let [lookedAt, checkedAt] = [now(), now()];
  let wholeAt = 0;
  let [second, controls] = [0, 0];
  const tell = (news: LiveNews) => {
    if (news.clipboard !== undefined && !mayControl) return;
    if (page.readyState === page.OPEN) page.send(JSON.stringify(news));
  };
  const source = createSource({
    stream,
    send: (message) => page.send(message),
    tell,
    gone: () => end('unavailable'),
    log,
    now,
  });
  function close(code: number) {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    source.close();
    followers?.close();
    page.close(code);
    setTimeout(() => page.terminate(), closeMs).unref();
    left();
  }
  const end = (why: keyof typeof liveEnd) => close(liveEnd[why]);

  function onLook(text: string): void {
    const said = v.safeParse(look, parsed(text));
    if (!said.success) {
      close(1008);
      return;
    }
    const { got, at, away, whole } = said.output;
    lookedAt = now();
    if (away) source.away();
    else source.shown(got);
    if (whole && now() - wholeAt >= wholeMs) {
      wholeAt = now();
      source.control(resetVideo);
    }
    if (at === undefined) return;
    const provider = source.roundTrip();
    tell({ at, ...(provider !== undefined && { provider }) });
  }
  function onControl(message: Buffer): void {
    if (!mayControl) return;
    const current = Math.floor(now() / 1000);
    if (current !== second) [second, controls] = [current, 0];
    if (++controls > mostControls || !isControl(message)) return;
    source.control(message);
    followers?.control(message);
  }
  async function checkNow(): Promise<void> {
    if (now() - lookedAt > unwatchedMs) return end('unwatched');
    source.raise();
    try {
      const why = await check();
      if (!why) await followers?.check();
      checkedAt = now();
      if (why) end(why);
    } catch (error) {
      log(error); // the database is away for a moment
      if (now() - checkedAt > uncheckedMs) end('ended');
    }
  }
  followers?.start((news) => tell({ followers: news }));
  const timer = setInterval(() => void checkNow(), checkMs);
  page.on('message', (data: Buffer, isBinary) => {
    if (isBinary) onControl(data);
    else onLook(data.toString('utf8'));
  });
  page.on('close', () => close(1000));
  page.on('error', () => close(1000)); // a message that is too long, or none of the protocol
  return { end, stop: () => close(1001) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
