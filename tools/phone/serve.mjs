import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import sharp from 'sharp';
import { WebSocketServer } from 'ws';
import { canStream, encode } from './encoder.mjs';
import { createPhone } from './phone.mjs';
import { codecMeta, controlOf, packetOf } from './scrcpy.mjs';

// A provider of machines (docs/providers.md) whose cloud phones draw themselves, for development and tests.

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('ws').WebSocket} WebSocket */
/**
 * As the gateway sends it.
 * @typedef {{ id: string, wanted: boolean, restart?: number, task?: { id: string, state: 'running' | 'paused' } }} WantedMachine
 */

/** Milliseconds that a task takes, that a restart takes, for which the address of a stream is valid, and that an app takes to install. */
const [taskMs, restartMs, addressMs, installMs] = [600_000, 5_000, 60_000, 3_000];
/** Android's codes of the keys that a phone has. */
const keys = { home: 3, back: 4, enter: 66, delete: 67 };

/** Each installed app is a square on the phone. */
const apps = [
  { id: 'stand-in-square', name: 'Stand-in Square', version: '1.0.0', size: 12_000_000 },
  { id: 'stand-in-mosaic', name: 'Stand-in Mosaic', version: '3.2.1', size: 240_000_000 },
];

/**
 * One phone with the task that the gateway has given it.
 * @param {string} id
 * @param {boolean} streams
 */
function createMachine(id, streams) {
  const phone = createPhone(id);
  /** @type {{ id: string, begun: number, done: number } | undefined} */
  let task;
  let restartedAt = 0;
  /** When an action was first asked, by its id: it is done once. */
  /** @type {Map<string, number>} */
  const begun = new Map();
  /** @type {Set<string>} */
  const deliveries = new Set();
  return {
    phone,
    deliveries,
    /** @param {{ id: string, install: string }} asked @param {number} now */
    act({ id, install }, now) {
      if (!apps.some((app) => app.id === install)) return { id, state: 'failed', reason: 'unable' };
      const since = begun.get(id) ?? now;
      begun.set(id, since);
      if (now - since < installMs) return { id, state: 'running' };
      phone.install(install);
      return { id, state: 'done' };
    },
    /** @param {WantedMachine} wanted @param {number} now */
    sync({ restart = 0, task: wanted }, now) {
      restartedAt = restart;
      if (task?.id !== wanted?.id) task = wanted && { id: wanted.id, begun: now, done: 0 };
      if (task && wanted) {
        const paused = wanted.state === 'paused';
        task.done += paused ? 0 : now - task.begun;
        task.begun = now;
        phone.work({ progress: Math.min(100, (task.done / taskMs) * 100), paused });
      }
      const starting = now - restartedAt < restartMs;
      return {
        id,
        state: starting ? 'offline' : 'online',
        ...(starting && { reason: 'starting' }),
        restartable: true,
        screenshots: true,
        streams,
        files: true,
        ...(task && {
          task: { id: task.id, progress: Math.min(100, Math.floor((task.done / taskMs) * 100)) },
        }),
      };
    },
  };
}

/**
 * Does what a message says.
 * @param {import('./phone.mjs').Phone} phone
 * @param {import('./scrcpy.mjs').Control | undefined} control
 */
function obey(phone, control) {
  if (control?.kind === 'touch') phone.touch(control.x, control.y);
  else if (control?.kind === 'text') phone.type(control.text);
  else if (control?.kind === 'copy') phone.copy(control.text, control.paste);
  else if (control?.kind === 'rotate') phone.rotate();
  else if (control?.kind === 'back' && control.action === 'up') phone.back();
  else if (control?.kind === 'key' && control.action === 'up') {
    if (control.code === keys.home) phone.home();
    if (control.code === keys.back || control.code === keys.delete) phone.back();
  }
}

/**
 * Sends the stream of a phone to a viewer, who controls it, until one of them ends.
 * @param {import('./phone.mjs').Phone} phone
 * @param {WebSocket} viewer
 * @param {number} bitrate
 * @param {boolean} video without it the viewer learns the size only
 */
function stream(phone, viewer, bitrate, video) {
  const begin = () => {
    const { size } = phone;
    viewer.send(codecMeta(size.width, size.height));
    if (!video) return { size, stop() {} };
    const encoder = encode(
      () => {
        if (phone.size !== size) setImmediate(() => renew()); // another viewer has turned it
        return phone.draw(Date.now());
      },
      size,
      bitrate,
      (packet) => viewer.send(packetOf(packet)),
    );
    return { size, stop: encoder.stop };
  };
  let current = begin();
  const renew = () => {
    if (viewer.readyState !== viewer.OPEN) return;
    current.stop();
    current = begin(); // an encoder begins with a picture that needs no other
  };
  viewer.on('message', (/** @type {Buffer} */ bytes) => {
    const control = controlOf(bytes, phone.size);
    obey(phone, control);
    if (control?.kind === 'clipboard') viewer.send(phone.clipboard);
    if (control?.kind === 'reset' || control?.kind === 'rotate') renew();
  });
  viewer.on('close', () => current.stop());
  viewer.on('error', () => current.stop());
}

/** @param {IncomingMessage} request */
async function bodyOf(request) {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  return JSON.parse(text || '{}');
}

/**
 * Receives a file for a phone, which keeps what it is and not its bytes. A delivery that is repeated is done once.
 * @param {IncomingMessage} request
 * @param {(id: string) => ReturnType<typeof createMachine>} machine
 */
async function receive(request, machine) {
  const { headers } = request;
  let size = 0;
  for await (const part of request) size += part.length;
  const said = (/** @type {string} */ name) => decodeURIComponent(String(headers[name] ?? ''));
  const delivery = said('x-delivery');
  const { phone, deliveries } = machine(said('x-machine'));
  if (!deliveries.has(delivery))
    phone.receive({ name: said('x-file-name'), type: said('content-type'), size });
  deliveries.add(delivery);
  return { state: 'done' };
}

/**
 * Starts the provider. `screenshots`: number of requests for pictures so far.
 * @param {{ port?: number, key: string }} how
 */
export async function openPhones({ port = 0, key }) {
  /** @type {Map<string, ReturnType<typeof createMachine>>} */
  const machines = new Map();
  /** @type {Map<string, { id: string, bitrate: number, video: boolean, until: number }>} */
  const addresses = new Map();
  const streams = canStream();
  const machine = (/** @type {string} */ id) => {
    const found = machines.get(id) ?? createMachine(id, streams);
    machines.set(id, found);
    return found;
  };

  /** @type {Record<string, (body: any, host: string) => Promise<object>>} */
  const answers = {
    '/machines/sync': async (/** @type {{ machines: WantedMachine[] }} */ { machines: wanted }) => {
      for (const { id } of wanted.filter((one) => !one.wanted)) machines.delete(id);
      return {
        machines: wanted.filter((one) => one.wanted).map((one) => machine(one.id).sync(one, Date.now())),
      };
    },
    '/machines/screenshots': async (/** @type {{ machines: string[], width: number }} */ asked) => ({
      screenshots: await Promise.all(
        asked.machines.map(async (id) => {
          const { phone } = machine(id);
          const raw = { ...phone.size, channels: /** @type {const} */ (3) };
          const picture = await sharp(phone.draw(Date.now()), { raw })
            .resize({ width: asked.width, withoutEnlargement: true })
            .jpeg()
            .toBuffer();
          return { id, image: picture.toString('base64') };
        }),
      ),
    }),
    '/machines/offers': async () => ({ apps }),
    '/machines/actions': async (
      /** @type {{ actions: { id: string, machine: string, install: string }[] }} */ asked,
    ) => ({
      actions: asked.actions.map((one) => machine(one.machine).act(one, Date.now())),
    }),
    '/machines/stream': async ({ machine: id, bitrate = 600_000, video = true }, host) => {
      const address = randomUUID();
      addresses.set(address, { id, bitrate, video, until: Date.now() + addressMs });
      return { url: `ws://${host}/streams/${address}` };
    },
  };

  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const isFile = path === '/machines/file';
    const answer = path === '/machines/stream' && !streams ? undefined : answers[path];
    const isKnown = request.headers.authorization === `Bearer ${key}`;
    if (request.method !== 'POST' || !(answer || isFile) || !isKnown)
      return void response.writeHead(isKnown ? 404 : 401).end();
    try {
      const said = answer
        ? await answer(await bodyOf(request), request.headers.host ?? '')
        : await receive(request, machine);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    } catch (error) {
      response.writeHead(400).end(String(error));
    }
  });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 65_536 });
  server.on('upgrade', (request, socket, head) => {
    const address = /^\/streams\/([\w-]+)$/.exec(request.url ?? '')?.[1] ?? '';
    const found = addresses.get(address);
    addresses.delete(address); // each opens one stream
    if (!found || found.until < Date.now()) return void socket.destroy();
    sockets.handleUpgrade(request, socket, head, (viewer) =>
      stream(machine(found.id).phone, viewer, found.bitrate, found.video),
    );
  });
  await new Promise((ready) => server.listen(port, '127.0.0.1', () => ready(undefined)));
  const bound = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${bound.port}`,
    /** Whether it streams, for which it needs ffmpeg. */
    streams,
    /** @param {string} id */
    phone: (id) => machine(id).phone,
    async close() {
      for (const viewer of sockets.clients) viewer.terminate();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
