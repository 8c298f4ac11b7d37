import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compilePglite } from './db/compile-pglite';
import { nameSources } from './name-sources';
import { readProgram } from './program';

const here = path.dirname(fileURLToPath(import.meta.url)); // dist/server

nameSources(path.join(here, 'gateway.cjs'));
try {
  const program = readProgram(here);
  const pglite = process.env.DATABASE_URL ? undefined : compilePglite();
  await program.run().startGateway(path.resolve(here, '..'), pglite);
} catch (error) {
  // Node would show the line of code that threw, which is as long as a file here.
  console.error(error);
  process.exit(1);
}
