import * as v from 'valibot';
import type { MachineApi } from '../settings/machines';
import type { MachineProvider, ScreenProvider } from './provider';

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
        v.maxLength((largestScreenshot * 4) / 3),
        v.regex(/^(\/9j\/|iVBORw0KGgo|UklGR)/), // a JPEG, a PNG, a WebP: an SVG from outside is never drawn
      ),
    }),
  ),
});

const stream = v.object({ url: v.pipe(v.string(), v.maxLength(2000), v.url(), v.regex(/^wss?:/)) });

/**
 * `POST {api}/machines/sync` with `{machines: WantedMachine[]}`; the response is `{machines: ReportedMachine[]}`.
 * `POST {api}/machines/screenshots` with `{machines: string[], width}`; the response is `{screenshots: {id, image}[]}`, images in base64.
 * `POST {api}/machines/stream` with `{machine, bitrate}`; the response is `{url}`, of a WebSocket. The key is a bearer token.
 */
export function providerOverHttp({ api, key, standIn }: MachineApi): MachineProvider & ScreenProvider {
  const post = async (path: string, body: object, timeout: number): Promise<unknown> => {
    const response = await fetch(`${api}/machines/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeout),
    });
    if (!response.ok) throw new Error(`the provider of machines answered ${response.status}`);
    return response.json();
  };
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
    stream: async (machine, bitrate) =>
      v.parse(stream, await post('stream', { machine, bitrate }, screenTimeoutMs)).url,
  };
}
