import { liveEnd } from '../../../contract/buying/live';
import type { App } from '../../../core/app';
import { asFailure } from '../../../core/http/failure';
import { fileAddress } from '../../../core/http/file-address';
import { type Connection, connect, type LiveEvents } from './connection';
import type { CreatePlayer, Packet, Player, Tape } from './player';

/** Milliseconds before the first attempt after a loss, and at most. */
const [firstMs, longestMs] = [500, 30_000];

/**
 * `connecting`: nothing was shown yet; `lost` and `offline`: it connects again by itself; `taken`: another page shows it, and `paused`: nobody looked,
 * both until the member asks for it.
 */
export type Phase = 'connecting' | 'live' | 'lost' | 'offline' | 'taken' | 'paused';

interface Keeping {
  /** For the first attempt. */
  address: string;
  /** A new address, for each later attempt; undefined if there is none. */
  reopen(signal: AbortSignal): Promise<string | undefined>;
  /** The element that the picture is put into. */
  into: HTMLElement;
  create: CreatePlayer;
  on: Omit<LiveEvents, 'closed'> & {
    phase(phase: Phase): void;
    /** It cannot be seen live at the moment, or not at all. */
    gone(why: 'unavailable' | 'ended'): void;
  };
}

/** A player, and a recording beside it. */
function withTape(player: Player) {
  let tape: Tape | undefined;
  /** The newest one, without which a recording shows nothing. */
  let configuration: Packet | undefined;
  const both: Player = {
    ...player,
    put(packet) {
      if (packet.kind === 'configuration') configuration = packet;
      tape?.put(packet);
      player.put(packet);
    },
    restart(size) {
      tape?.restart(size);
      player.restart(size);
    },
  };
  return {
    player: both,
    record(onto: Tape | undefined) {
      tape = onto;
      if (configuration) onto?.put(configuration);
    },
  };
}

/** Shows the live picture of a cloud phone until it is stopped, and connects again after each loss. */
export function keepLive({ platform, wire }: App, { address, reopen, into, create, on }: Keeping) {
  const document = into.ownerDocument;
  const controller = new AbortController();
  const { signal } = controller;
  let connection: Connection | undefined;
  let given = address;
  let attempts = 0;
  let phase: Phase = 'connecting';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const be = (next: Phase) => {
    if (signal.aborted) return;
    phase = next;
    player.element.toggleAttribute('data-late', next !== 'live');
    on.phase(next);
  };
  const gone = (why: 'unavailable' | 'ended') => {
    if (!signal.aborted) on.gone(why);
  };
  const player = create(document, {
    picture() {
      attempts = 0;
      if (phase !== 'live' && connection) be('live');
    },
    failed: () => gone('unavailable'),
  });
  into.prepend(player.element);
  const recorded = withTape(player);

  function again() {
    be(platform.isOnline() ? 'lost' : 'offline');
    clearTimeout(timer);
    const wait = Math.min(longestMs, firstMs * 2 ** attempts++);
    timer = setTimeout(begin, wait * (0.5 + Math.random() / 2));
  }
  /** The first address, and then new ones; undefined if there is none. */
  async function nextAddress(): Promise<string | undefined> {
    const first = given;
    given = '';
    return first || reopen(signal);
  }
  function closed(code: number) {
    connection = undefined;
    if (code === liveEnd.taken) be('taken');
    else if (code === liveEnd.unavailable) gone('unavailable');
    else if (code === liveEnd.ended) gone('ended');
    else if (code === liveEnd.unwatched && document.hidden) be('paused');
    else again();
  }
  function begin() {
    clearTimeout(timer);
    connection?.close();
    connection = undefined;
    nextAddress().then(
      (next) => {
        if (signal.aborted) return;
        if (!next) return gone('ended');
        const url = new URL(fileAddress(wire, next), document.baseURI).href.replace(/^http/, 'ws');
        connection = connect(url, document, recorded.player, { ...on, closed });
      },
      (error) => {
        const { kind } = asFailure(error);
        if (kind !== 'aborted' && kind !== 'expired') again();
      },
    );
  }
  const shown = () => {
    if (!document.hidden && /lost|offline|paused/.test(phase)) begin();
  };
  const ignore = [
    platform.onShow(shown),
    platform.onOnline(() => {
      if (platform.isOnline()) shown();
      else if (/live|connecting/.test(phase)) be('offline');
    }),
  ];
  begin();
  return {
    control: (...messages: ArrayBuffer[]) => connection?.send(...messages),
    /** Gives everything that arrives to a recording, too, which begins with a picture that needs no other; undefined ends that. */
    record(onto: Tape | undefined) {
      recorded.record(onto);
      if (onto) connection?.whole();
    },
    /** Connects at once, as the member asks for. */
    start() {
      be('connecting');
      begin();
    },
    stop() {
      controller.abort();
      clearTimeout(timer);
      for (const one of ignore) one();
      connection?.close();
      player.close();
      player.element.remove();
    },
  };
}
