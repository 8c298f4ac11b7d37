import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { readApi } from './api.mjs';
import { go } from './go.mjs';
import { java } from './java.mjs';
import { php } from './php.mjs';
import { python } from './python.mjs';
import { reference } from './reference.mjs';
import { typescript } from './typescript.mjs';

/**
 * The gateway's own description of its API. Its packages cannot be imported from a data URL, so the module is written to a temporary
 * file.
 */
async function describe() {
  const outfile = resolve(`dist/describe-api-${process.pid}.mjs`);
  const entry = 'src/server/embed/describe-api.ts';
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
  });
  try {
    const { describePartnerApi } = await import(pathToFileURL(outfile).href);
    return describePartnerApi();
  } finally {
    await rm(outfile);
  }
}

/**
 * All generated files of the SDKs, by path in `sdk`: the OpenAPI document, and the models and methods of each language.
 * @returns {Promise<Record<string, string>>}
 */
export async function generated() {
  const document = await describe();
  const api = readApi(document);
  return {
    'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    ...python(api),
    ...php(api),
    ...go(api),
    ...java(api),
    ...typescript(api),
    ...reference(api, document),
  };
}

if (process.argv[1] === import.meta.filename)
  for (const [path, text] of Object.entries(await generated())) {
    await mkdir(dirname(`sdk/${path}`), { recursive: true });
    await writeFile(`sdk/${path}`, text);
  }
