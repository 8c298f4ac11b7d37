import { build } from 'esbuild';
import { mediaLoader } from './media-loader.mjs';
import { pureContract } from './plugins/pure-contract.mjs';

/**
 * Bundles a program of the tests that uses the server's own functions, inside the project so that packages are found; returns its file,
 * which the caller deletes.
 * @param {string} source
 * @param {string} name
 */
export async function bundleProgram(source, name) {
  const outfile = `dist/test/${name}-${process.pid}.mjs`;
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    loader: mediaLoader,
    plugins: [pureContract],
    logLevel: 'warning',
  });
  return outfile;
}
