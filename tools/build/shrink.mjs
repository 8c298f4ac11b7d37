import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** @typedef {{ code: string, map: string }} Shrunk */
/** @typedef {{ worker: Worker, waiting: Map<number, (answer: { made: Shrunk } | { error: Error }) => void> }} Helper */

/** As many as there are processors, each started when it is first needed: two thirds of a build are terser's. @type {Helper[]} */
const helpers = [];
let asked = 0;

/** The helper that has least to do. */
function findHelper() {
  const idle = helpers.find(({ waiting }) => !waiting.size);
  if (idle) return idle;
  if (helpers.length < availableParallelism()) {
    const worker = new Worker(new URL('./shrink-worker.mjs', import.meta.url));
    worker.unref();
    /** @type {Helper} */
    const helper = { worker, waiting: new Map() };
    worker.on('message', ({ id, ...answer }) => {
      helper.waiting.get(id)?.(answer);
      helper.waiting.delete(id);
      if (!helper.waiting.size) worker.unref();
    });
    helpers.push(helper);
    return helper;
  }
  return helpers.reduce((least, one) => (one.waiting.size < least.waiting.size ? one : least));
}

/**
 * A module that esbuild has minified, once more: terser inlines and collapses what esbuild leaves, 3 % of what is downloaded.
 * `map`: its source map, if there is to be one afterwards. For production only: it takes seconds.
 * @param {string} code
 * @param {string} [map]
 * @returns {Promise<Shrunk>}
 */
export function shrink(code, map) {
  const { worker, waiting } = findHelper();
  const id = asked++;
  return new Promise((settle, fail) => {
    waiting.set(id, (answer) => ('made' in answer ? settle(answer.made) : fail(answer.error)));
    worker.ref();
    worker.postMessage({ id, code, map });
  });
}
