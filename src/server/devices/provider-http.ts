import { openAsBlob } from 'node:fs';
import * as v from 'valibot';
import { liveRates } from '../../contract/buying/live';
import type { MachineApi } from '../settings/machines';
import type { WholeProvider } from './provider';

const timeoutMs = 15_000;
/** Somebody waits for a picture of a screen, and the next one is wanted a second later. */
const screenTimeoutMs = 4_000;
const text = v.pipe(v.string(), v.maxLength(200));
const answer = v.object({
  machines: v.array(
    v.object({
      id: text,
      state: v.picklist(['preparing', 'prepared', 'online', 'offline']),
      reason: v.optional(v.picklist(['starting', 'maintenance', 'network'])),
      restartable: v.optional(v.boolean()),
      screenshots: v.optional(v.boolean()),
      streams: v.optional(v.boolean()),
      files: v.optional(v.boolean()),
      task: v.optional(
        v.object({
          id: text,
          progress: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
        }),
      ),
    }),
  ),
});

/** Bytes of a picture: more than a PNG of a large screen. */
const largestScreenshot = 8 * 1024 * 1024;
const pictures = v.object({
  screenshots: v.array(
    v.object({
      id: text,
      image: v.pipe(
        v.string(),
        v.maxLength(Math.ceil(largestScreenshot / 3) * 4),
        v.regex(/^(\/9j\/|iVBORw0KGgo|UklGR)/), // a JPEG, a PNG, a WebP: an SVG from outside is never drawn
      ),
    }),
  ),
});

/** Bits a second of a picture that a provider sends although none is wanted. */
const lowestRate = Math.min(...liveRates);
const stream = v.object({ url: v.pipe(v.string(), v.maxLength(2000), v.url(), v.regex(/^wss?:/)) });

const name = v.pipe(text, v.nonEmpty());
const offered = v.object({
  apps: v.pipe(
    v.array(
      v.object({
        id: v.pipe(name, v.maxLength(64)),
        name,
        version: v.pipe(v.string(), v.maxLength(40)),
        size: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      }),
    ),
    v.maxLength(200),
  ),
});
const actions = v.object({
  actions: v.array(
    v.object({
      id: text,
      state: v.picklist(['running', 'done', 'failed']),
      // a reason that is not known yet is none
      reason: v.fallback(v.optional(v.picklist(['offline', 'space', 'unable'])), undefined),
    }),
  ),
});

/** Somebody waits for the delivery, with a page that gives up after five minutes. */
const pushTimeoutMs = 120_000;
const pushed = v.object({
  state: v.picklist(['done', 'failed']),
  reason: v.fallback(v.optional(v.picklist(['offline', 'space', 'unable'])), undefined),
});

/** The answer of a provider without the request. */
const notFound = 404;

/**
 * `POST {api}/machines/sync` with `{machines: WantedMachine[]}`; the response is `{machines: ReportedMachine[]}`.
 * `POST {api}/machines/screenshots` with `{machines: string[], width}`; the response is `{screenshots: {id, image}[]}`, images in base64.
 * `POST {api}/machines/stream` with `{machine, bitrate, video?: false}`; the response is `{url}`, of a WebSocket.
 * `POST {api}/machines/offers` with `{}`; the response is `{apps: OfferedApp[]}`, or 404 from a provider that does nothing on request.
 * `POST {api}/machines/actions` with `{actions: {id, machine, install}[]}`; the response is `{actions: ReportedAction[]}`.
 * `POST {api}/machines/file` with the bytes of a file, and what it is in headers; the response is `ReportedPush`. The key is a bearer token.
 */
export function providerOverHttp({ api, key, standIn }: MachineApi): WholeProvider {
  const ask = (path: string, body: object, timeout: number) =>
    fetch(`${api}/machines/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeout),
    });
  const read = (response: Response): Promise<unknown> => {
    if (!response.ok) throw new Error(`the provider of machines answered ${response.status}`);
    return response.json();
  };
  const post = async (path: string, body: object, timeout: number) => read(await ask(path, body, timeout));
  return {
    sandbox: !!standIn,
    sync: async (machines) => v.parse(answer, await post('sync', { machines }, timeoutMs)).machines,
    async screenshots(machines, width) {
      const asked = machines.map(({ id }) => id);
      const said = await post('screenshots', { machines: asked, width }, screenTimeoutMs);
      return new Map(
        v.parse(pictures, said).screenshots.map(({ id, image }) => [id, Buffer.from(image, 'base64')]),
      );
    },
    async stream(machine, bitrate) {
      const wanted = bitrate === undefined ? { bitrate: lowestRate, video: false } : { bitrate };
      return v.parse(stream, await post('stream', { machine, ...wanted }, screenTimeoutMs)).url;
    },
    async push(machine, { id, name, type, at }) {
      // in headers, because addresses stand in logs
      const headers = {
        authorization: `Bearer ${key}`,
        'content-type': type,
        'x-delivery': id,
        'x-machine': encodeURIComponent(machine),
        'x-file-name': encodeURIComponent(name),
      };
      const body = await openAsBlob(at, { type });
      const signal = AbortSignal.timeout(pushTimeoutMs);
      return v.parse(
        pushed,
        await read(await fetch(`${api}/machines/file`, { method: 'POST', headers, body, signal })),
      );
    },
    async offers() {
      const response = await ask('offers', {}, screenTimeoutMs);
      return response.status === notFound ? { apps: [] } : v.parse(offered, await read(response));
    },
    async act(asked) {
      const sent = asked.map(({ id, machine, app }) => ({ id, machine, install: app }));
      return v.parse(actions, await post('actions', { actions: sent }, timeoutMs)).actions;
    },
  };
}
