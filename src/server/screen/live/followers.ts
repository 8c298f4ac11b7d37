import type { FollowerLack, LiveNews } from '../../../contract/buying/live';
import { isLive, type WatchedMachine } from '../watched-machines';
import { forPhone, type PhoneSize, sizeOf } from './framing';
import { openProviderStream, type ProviderStream } from './provider-stream';

/** Streams of followers that are opened at a time. */
const atOnce = 4;

interface FollowersOptions {
  /** The address of a stream that takes controls; undefined if there is none now. */
  stream(machine: string): Promise<string | undefined>;
  /** The member's machines among the followers, as they are now. */
  machines(): Promise<readonly WatchedMachine[]>;
  /** The page whose phones they are, until another one takes one of them. */
  viewer: string;
  log(error: unknown): void;
}

interface Follower {
  id: string;
  /** Undefined once it is connected and its size is known. */
  why?: FollowerLack | undefined;
  stream?: ProviderStream;
  size?: PhoneSize;
}

export interface Followers {
  /** Connects; `tell` receives who follows, whenever it changes. */
  start(tell: (news: NonNullable<LiveNews['followers']>) => void): void;
  control(message: Buffer): void;
  /** Sends away those that are no longer the page's, and connects those that were lost again. */
  check(): Promise<void>;
  close(): void;
}

/** Phones that do what a member does on another one. Each has a connection of its own; one that is lost or slow delays no other. */
export function createFollowers(
  ids: readonly string[],
  { stream, machines, viewer, log }: FollowersOptions,
): Followers {
  const followers: Follower[] = ids.map((id) => ({ id, why: 'lost' }));
  let isClosed = false;
  let told = '';
  let tell: ((news: NonNullable<LiveNews['followers']>) => void) | undefined;

  function say(): void {
    const without = followers.flatMap(({ id, why }) => (why ? [{ id, why }] : []));
    const news = { count: followers.length - without.length, without };
    const text = JSON.stringify(news);
    if (isClosed || text === told) return;
    told = text;
    tell?.(news);
  }
  function leave(follower: Follower, why: FollowerLack): void {
    follower.stream?.close();
    delete follower.stream;
    delete follower.size;
    follower.why = why;
  }
  async function connect(follower: Follower): Promise<void> {
    const url = await stream(follower.id);
    if (isClosed || follower.why !== 'connecting') return;
    if (!url) return leave(follower, 'lost');
    const own = openProviderStream(url, {
      packet(message) {
        const size = sizeOf(message); // a picture is not looked at
        if (!size || follower.stream !== own) return;
        follower.size = size;
        follower.why = undefined;
        say();
      },
      clipboard() {}, // only the phone that is looked at is asked for it
      end(reason) {
        log(new Error(`the stream of a cloud phone that follows ended: ${reason}`));
        if (follower.stream !== own) return;
        leave(follower, 'lost');
        say();
      },
    });
    follower.stream = own;
  }
  /** Connects these, a few at a time. */
  async function connectAll(left: Follower[]): Promise<void> {
    const work = async () => {
      for (let next = left.shift(); next && !isClosed; next = left.shift()) await connect(next);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    say();
  }

  async function check(): Promise<void> {
    const now = new Map((await machines()).map((machine) => [machine.id, machine]));
    const lost: Follower[] = [];
    for (const follower of followers) {
      const machine = now.get(follower.id);
      if (follower.why === 'taken' || follower.why === 'ended') continue;
      if (!machine || !isLive(machine)) leave(follower, 'ended');
      else if (machine.viewer !== viewer) leave(follower, 'taken');
      else if (follower.why === 'lost') lost.push(follower);
    }
    for (const follower of lost) follower.why = 'connecting';
    say();
    if (lost.length) connectAll(lost).catch(log);
  }

  return {
    start(news) {
      tell = news;
      check().catch(log);
    },
    check,
    control(message) {
      for (const { stream: to, size } of followers) {
        const own = size && forPhone(message, size);
        if (own) to?.control(own);
      }
    },
    close() {
      isClosed = true;
      for (const { stream: one } of followers) one?.close();
    },
  };
}
