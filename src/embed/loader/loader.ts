import type { CloudPhone, Feature } from '../api';
import { createBrokers } from './broker';
import { createChunks } from './chunks';
import { elementOf, mountInto } from './element';
import { CloudPhoneEmbedError, origin } from './errors';
import type { Shared } from './instance';

/** Data from the build: see tools/build/embed-loader.mjs. */
declare const EMBEDS: {
  version: string;
  runtime: string;
  heights: Record<string, number>;
  /** The files of the most common features. */
  files: Record<string, string[]>;
  /** The file with the names of all other files. */
  others: string;
};

function createApi(later: (() => void)[]): CloudPhone {
  const { version, runtime, heights, files: filesOf, others } = EMBEDS;
  const files = `${origin}/c/`;
  const chunks = createChunks(files);
  const shared: Shared = {
    origin,
    version,
    files,
    runtime,
    heights,
    filesOf: async (name) => filesOf[name] ?? JSON.parse(await chunks.text(others))[name],
    chunks,
    brokers: createBrokers((before) => {
      for (const embed of [...shared.running]) embed.restart(before);
    }),
    sheets: new Map(),
    defaults: {},
    running: new Set(),
  };
  // A policy that blocks our files also blocks the file with the explanation.
  addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) => {
    if (blockedURI.startsWith(origin))
      console.warn(`Cloudphone: ${violatedDirective} of your policy has to name ${origin}`);
  });
  // When a page becomes visible again, another customer may be signed in: the next token is a new one.
  document.addEventListener('visibilitychange', () => {
    for (const embed of shared.running) embed.drop();
  });
  const api: CloudPhone = {
    version,
    configure(options) {
      Object.assign(shared.defaults, options);
      for (const embed of shared.running) embed.update({});
    },
    mount: (feature, target, options) => mountInto(shared, feature, target, options),
    preload(feature) {
      if (!heights[feature]) throw new CloudPhoneEmbedError('unknown_feature', { given: feature });
      void shared
        .filesOf(feature)
        .then((own) => chunks.load([runtime, ...own]))
        .catch(() => {}); // requested again on demand
    },
    async logout() {
      const all = [...shared.running];
      shared.brokers.clear();
      const tokens = new Set(all.map((embed) => embed.drop()));
      for (const embed of all) embed.stop('logout');
      // also if the page is closed at once
      for (const token of tokens) if (token) navigator.sendBeacon(`${origin}/embed/v1/revoke`, token);
    },
  };
  for (const feature of Object.keys(heights) as Feature[])
    later.push(() => {
      const name = `cloudphone-${feature}`;
      if (!customElements.get(name)) customElements.define(name, elementOf(shared, feature));
    });
  return api;
}

/** The stub in the page: a function with a list of calls. Anything else of that name (`<a id="CloudPhone">`) is not ours. */
type Stub = ((name: keyof CloudPhone, ...rest: unknown[]) => unknown) & Partial<CloudPhone> & { q?: unknown };

/** `later`: tasks that must wait until this module has exported everything, because they start elements that are already in the page. */
function start(later: (() => void)[]): CloudPhone {
  const present = window.CloudPhone as CloudPhone | Stub | undefined;
  const stub = typeof present === 'function' ? present : undefined;
  if (stub?.mount) {
    console.info(`Cloudphone: ${stub.version} is here already; ${EMBEDS.version} leaves it to that`);
    return stub as CloudPhone;
  }
  const api = createApi(later);
  /** `CloudPhone('mount', 'wallet', '#here', {…})`, as with the stub. */
  const call: Stub = (name, ...rest) => (api[name] as (...all: unknown[]) => unknown)(...rest);
  Object.defineProperty(window, 'CloudPhone', { configurable: true, value: Object.assign(call, api) });
  for (const one of Array.isArray(stub?.q) ? stub.q : [])
    later.push(() => {
      try {
        call(...(one as [keyof CloudPhone]));
      } catch (error) {
        console.error(error);
      }
    });
  return api;
}

const later: (() => void)[] = [];
export const { version, configure, mount, preload, logout } = start(later);
export { CloudPhoneEmbedError };

for (const one of later) one();
for (const { localName } of document.querySelectorAll(':not(:defined)'))
  if (/^cloudphone-/.test(localName))
    console.warn(`Cloudphone: there is no <${localName}>; features: ${Object.keys(EMBEDS.heights)}`);
