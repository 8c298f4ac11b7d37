import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import type { startGateway } from './start-gateway';
import type { warmUp } from './warm-up';

/** The exports of the gateway's file. */
interface Exports {
  startGateway: typeof startGateway;
  warmUp: typeof warmUp;
}

/** The gateway's file: an expression, a function that runs it as Node runs a CommonJS module. */
type Run = (
  module: { exports: Exports },
  require: NodeJS.Require,
  __filename: string,
  __dirname: string,
) => void;

export interface Program {
  /** Whether it was compiled ahead. */
  compiled: boolean;
  run(): Exports;
  /** Stores what has been compiled until now. */
  keep(): void;
}

/**
 * The gateway's file in `folder`, `gateway.cjs`, with what V8 compiled of it when it was built: compiling it took a fifth of a start. That is used for
 * the same text only, of which V8 compares no more than the length; in the same place, because it contains the name of the file; and for the
 * same version of Node. Anybody who can write it can write the file itself. Code that was compiled ahead cannot use `import()` (Node 20), so there is none in
 * the file.
 */
export function readProgram(folder: string): Program {
  const filename = path.join(folder, 'gateway.cjs');
  const kept = path.join(folder, 'gateway.cache');
  const text = readFileSync(filename);
  const digest = createHash('sha256')
    .update(`${process.version} ${process.arch} ${filename}\n`)
    .update(text)
    .digest();
  const cachedData = dataFor(digest, kept);
  const script = new vm.Script(text.toString(), {
    filename,
    ...(cachedData && { cachedData }),
  });
  return {
    compiled: script.cachedDataRejected === false,
    run() {
      const module = { exports: {} as Exports };
      const run: Run = script.runInThisContext();
      run(module, createRequire(filename), filename, folder);
      return module.exports;
    },
    keep() {
      writeFileSync(`${kept}.new`, Buffer.concat([digest, script.createCachedData()]));
      renameSync(`${kept}.new`, kept); // a gateway that starts meanwhile reads a whole file
    },
  };
}

/** The compiled code that was kept for this text, in this place, and for this version of Node. */
function dataFor(digest: Buffer, kept: string): Buffer | undefined {
  try {
    const found = readFileSync(kept);
    return found.subarray(0, digest.length).equals(digest) ? found.subarray(digest.length) : undefined;
  } catch {
    return; // nothing was kept
  }
}
