// The script of the document with which a partner's support watches a cloud phone: inline, allowed by a hash in its policy. It sends nothing to the phone.

import { connect } from '../features/devices/live/connection';
import { engineOf } from '../features/devices/live/engine';
import mediaSource from '../features/devices/live/media-source';
import type { CreatePlayer } from '../features/devices/live/player';
import webCodecs from '../features/devices/live/web-codecs';

interface Config {
  key: string;
  left: number;
  words: Record<'connecting' | 'late' | 'offline' | 'ended' | 'left', string>;
}
interface Answer {
  state: 'open' | 'over';
  url?: string;
  live?: string;
  lack?: string;
}

/** Milliseconds between two pictures, between two attempts, and for which pictures are shown in place of the live one. */
const [everyMs, againMs, stillsMs] = [1000, 3000, 30_000];
const players: Record<'webCodecs' | 'mediaSource', CreatePlayer> = { webCodecs, mediaSource };

const find = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector) as E;
const { key, left, words } = JSON.parse(find<HTMLMetaElement>('meta[name=cloudphone]').content) as Config;
const [frame, status, clock, button] = [
  find('#frame'),
  find('[role=status]'),
  find('#left'),
  find<HTMLButtonElement>('#end'),
];
const endsAt = performance.now() + left;
let isOver = false;
let stop = () => {};

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Nothing of the phone stays in sight. */
function end(): void {
  if (isOver) return;
  isOver = true;
  stop();
  frame.textContent = '';
  frame.hidden = clock.hidden = button.hidden = true;
  status.textContent = words.ended;
}

async function ask(act: 'look' | 'end'): Promise<Answer> {
  const response = await fetch('/watch', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ act, key }),
    credentials: 'omit',
  });
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json();
}

/** Shows the live picture until it is lost; returns whether there was any. */
function showLive(address: string, create: CreatePlayer): Promise<boolean> {
  return new Promise((resolve) => {
    let wasShown = false;
    const player = create(document, {
      picture() {
        wasShown = true;
        if (!isOver) status.textContent = '';
      },
      failed: () => stop(),
    });
    frame.textContent = '';
    frame.append(player.element);
    const url = new URL(address, location.href).href.replace(/^http/, 'ws');
    const nothing = () => {};
    const over = () => {
      stop = nothing;
      connection.close();
      player.close();
      player.element.remove();
      resolve(wasShown);
    };
    const connection = connect(url, document, player, {
      size: nothing,
      line: nothing,
      clipboard: nothing,
      closed: over,
    });
    stop = over;
  });
}

/** Shows a new picture every second, until the address is no longer valid or it is time to try the live picture again. */
async function showStills(url: string, until: number): Promise<void> {
  const image = document.createElement('img');
  image.alt = '';
  let tag = '';
  let picture = '';
  while (!isOver && performance.now() < until) {
    const response = await fetch(url, { headers: tag ? { 'If-None-Match': tag } : {}, credentials: 'omit' });
    if (isOver || response.status === 404) break;
    if (response.status === 200) {
      const before = picture;
      picture = URL.createObjectURL(await response.blob());
      image.src = picture;
      if (before) URL.revokeObjectURL(before);
      if (!isOver && !image.parentNode) {
        frame.textContent = '';
        frame.append(image);
      }
      tag = response.headers.get('etag') ?? '';
    }
    status.textContent = response.status === 204 ? words.late : '';
    await sleep(everyMs);
  }
  if (picture) URL.revokeObjectURL(picture);
}

async function run(): Promise<void> {
  const engine = await engineOf(window);
  let liveFrom = 0;
  while (!isOver) {
    try {
      const { state, url, live, lack } = await ask('look');
      if (state === 'over') return end();
      if (isOver) return;
      if (lack || !url) {
        frame.textContent = '';
        status.textContent = words.offline;
        await sleep(againMs);
      } else if (live && engine && performance.now() >= liveFrom) {
        if (!(await showLive(live, players[engine]))) liveFrom = performance.now() + stillsMs;
      } else await showStills(url, live && engine ? liveFrom : Number.POSITIVE_INFINITY);
    } catch {
      if (isOver) return;
      status.textContent = words.late; // the network is away for a moment
      await sleep(againMs);
    }
  }
}

const tick = () => {
  const seconds = Math.max(0, Math.round((endsAt - performance.now()) / 1000));
  const time = `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`;
  clock.textContent = words.left.replace('%', time);
  if (!seconds) end();
};
tick();
setInterval(tick, 1000);
button.addEventListener('click', () => {
  button.disabled = true;
  ask('end').then(end, () => {
    button.disabled = false;
    status.textContent = words.late;
  });
});
void run();
