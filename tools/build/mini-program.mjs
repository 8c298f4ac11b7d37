import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const source = 'src/mini-program';

/**
 * Builds the mini-program for WeChat's developer tools. Scripts are bundled one by one, without `require` calls. `origin`: of the web
 * page and the gateway; `appId`: the mini-program's.
 * @param {{ out?: string, origin?: string, appId?: string }} [how]
 */
export async function buildMiniProgram({
  out = 'dist/mini-program',
  origin = process.env.PUBLIC_URL ?? 'http://localhost:8080',
  appId = process.env.WECHAT_MINI_APP_ID,
} = {}) {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const { pages } = JSON.parse(await readFile(`${source}/app.json`, 'utf8'));
  const entries = ['app', 'status/status', ...pages];
  await build({
    entryPoints: entries.map((entry) => `${source}/${entry}.ts`),
    outdir: out,
    outbase: source,
    bundle: true,
    format: 'iife',
    target: 'es2018',
    minifyWhitespace: true, // no comment may contain `require`, because WeChat's tools may search for it
    define: { ORIGIN: JSON.stringify(origin.replace(/\/+$/, '')) },
    logLevel: 'warning',
  });
  const plain = ['app.json', 'app.wxss', 'theme.json', 'sitemap.json', 'project.config.json'];
  const parts = ['status/status', ...pages].flatMap((page) =>
    ['json', 'wxml', 'wxss'].map((kind) => `${page}.${kind}`),
  );
  for (const file of [...plain, ...parts]) {
    await mkdir(dirname(join(out, file)), { recursive: true });
    await cp(join(source, file), join(out, file));
  }
  if (appId) {
    const file = join(out, 'project.config.json');
    const project = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...project, appid: appId }, null, 2));
  }
  return { out, pages };
}
