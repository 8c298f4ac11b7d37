import { createHash } from 'node:crypto';
import { chinaAhead } from '../../contract/wire/china';
import type { ShortVideoPlatform, Visit } from './provider';

/** Milliseconds between two visits to live rooms, at least. */
const everyMs = 1_200_000;

const rooms: [name: string, streamer: string][] = [
  ['Night Market Live', 'nightmarket'],
  ['Auntie Chen Sells', 'auntie.chen'],
  ['Harbour Deals', 'harbour.deals'],
  ['Tea and Talk', 'teatalk'],
  ['Gear Hour', 'gearhour'],
  ['深夜食堂', 'shenyeshitang'],
  ['小李好物', 'xiaoli.haowu'],
  ['Sunday Bargains', 'sunday.bargains'],
];

/** Four numbers below 256, derived from these words. */
const numbers = (...words: (string | number)[]) => {
  const [a = 0, b = 0, c = 0, d = 0] = createHash('sha256').update(words.join('|')).digest();
  return [a, b, c, d] as const;
};

/** Live rooms pay most in the evening: fractions of 1, by the hour in China. */
const busy = (at: number) =>
  0.35 + 0.65 * Math.sin((Math.PI * (((at + chinaAhead) / 3_600_000) % 24)) / 24) ** 2;

function visitOf(account: string, slot: number): Visit | undefined {
  const [whether, when, which, howMuch] = numbers(account, slot);
  if (whether > 200 * busy(slot * everyMs)) return;
  const at = slot * everyMs + Math.floor((when / 256) * everyMs);
  const [liveRoom, streamer] = rooms[which % rooms.length] ?? ['', ''];
  const grabbed = whether % 9 !== 0;
  const amount = grabbed ? Math.round((20 + (howMuch / 256) * 120) * busy(at)) : 0;
  return { id: `${account}-${slot}`, at, amount, grabbed, liveRoom, streamer };
}

/**
 * Simulates the platform: every account exists, and the same name always earns the same. Names that begin with `gone` do not exist; names
 * that begin with `out` have to sign in again.
 */
export const sandboxPlatform: ShortVideoPlatform = {
  sandbox: true,
  async find(account) {
    const name = account.toLowerCase();
    if (name.startsWith('gone')) return;
    const [a, b] = numbers(name);
    return { account, nickname: account, coins: a * 40 + b, signedIn: !name.startsWith('out') };
  },
  async visits(account, since, until) {
    const name = account.toLowerCase();
    const all: Visit[] = [];
    for (let slot = Math.floor(since / everyMs); slot * everyMs <= until; slot++) {
      const visit = visitOf(name, slot);
      if (visit && visit.at > since && visit.at <= until) all.push(visit);
    }
    return all;
  },
};
