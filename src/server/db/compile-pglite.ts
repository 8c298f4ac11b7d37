import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';

/** In V8's measure: a function that has executed so many bytes is optimized. Its default is 1.8 million. */
const executed = 100_000_000;

/**
 * Begins to compile the embedded database on other threads, while this one reads the gateway. V8 optimizes its functions later than by default: a
 * start calls thousands of them a few times, and optimizing those took a quarter of its processor time. Undefined if the package is not there.
 * Call it after reading what was compiled ahead, which V8 rejects once its flags have changed.
 */
export async function compilePglite(): Promise<WebAssembly.Module | undefined> {
  setFlagsFromString(`--wasm-tiering-budget=${executed}`);
  try {
    const main = createRequire(import.meta.url).resolve('@electric-sql/pglite');
    const bytes = await readFile(path.join(path.dirname(main), 'pglite.wasm'));
    return await WebAssembly.compile(bytes as Uint8Array<ArrayBuffer>);
  } catch {
    return; // opening the database says why
  }
}
