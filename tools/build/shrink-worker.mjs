import { parentPort } from 'node:worker_threads';
import { minify } from 'terser';

parentPort?.on('message', async ({ id, code, map }) => {
  try {
    const made = await minify(code, {
      module: true,
      ecma: 2018, // syntax only: no newer than what esbuild has written (README, engines)
      compress: { passes: 3 },
      ...(map && { sourceMap: { content: map } }),
    });
    parentPort?.postMessage({ id, made: { code: made.code ?? '', map: String(made.map ?? '') } });
  } catch (error) {
    parentPort?.postMessage({ id, error });
  }
});
