import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { nameSources } from './name-sources';
import { readProgram } from './program';

// node dist/server/compile-ahead.mjs: keeps what V8 compiles for a start of the gateway, for starts with this version of Node. The build runs it.

const here = path.dirname(fileURLToPath(import.meta.url)); // dist/server

nameSources(path.join(here, 'gateway.cjs'));
const program = readProgram(here);
try {
  await program.run().warmUp(path.resolve(here, '..'));
  program.keep();
} catch (error) {
  console.error(error); // Node would show the line of code that threw, which is as long as a file here
  process.exit(1);
}
