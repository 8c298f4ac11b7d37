import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import zlib from 'node:zlib';
import { build } from 'esbuild';
import { pureContract } from '../build/plugins/pure-contract.mjs';

// The floor: the member's devices as one hand-written HTML file. It sends the same request to the same gateway, with the app's stored
// session, and shows the same numbers. An app cannot be faster; its times are given as a ratio to this page.

const script = `
const asked = ask('txDevice/list', {});
const money = (fen) => '¥' + (fen / 100).toFixed(2).replace(/\\B(?=(\\d{3})+$)/g, ',');
const add = (to, name, text, about) => {
  const one = Object.assign(document.createElement(name), about);
  if (text) one.textContent = text;
  to.append(one);
  return one;
};
const facts = (to, all) => {
  const list = add(to, 'dl');
  for (const [name, value] of all) {
    const each = add(list, 'div');
    add(each, 'dt', name);
    add(each, 'dd', value);
  }
};
const show = async () => {
  const { body: { items, summary } } = await (await asked).json();
  const app = document.querySelector('main');
  const top = add(app, 'div', '', { className: 'top' });
  add(top, 'p', summary.online + ' of ' + summary.total + ' cloud phones online');
  facts(top, ['working', 'idle', 'offline', 'expiring'].map((name) => [name, summary[name]]));
  facts(top, [['Rent today', money(summary.rentToday)], ['Rent in all', money(summary.rentTotal)]]);
  const list = add(app, 'ul');
  for (const device of items) {
    const link = add(add(list, 'li'), 'a', '', { href: '#/pages/list/equList?serialNumber=' + device.serialNumber });
    add(link, 'img', '', { src: device.picture, width: 52, height: 52, loading: 'lazy', alt: '' });
    add(link, 'h3', device.name + ' × ' + device.quantity);
    add(link, 'p', device.serialNumber + ' · ' + device.orderTime.slice(0, 10) + ' · ' + device.online + '/' + device.total);
    add(link, 'progress', '', { max: device.total, value: device.online });
    facts(link, [['Remaining rent', money(device.remainingRent)], ['Days left', device.remainingDays], ['Running', device.running]]);
  }
};
addEventListener('DOMContentLoaded', () => void show());
`;

const style = `body{margin:0;background:#f1f4f5;font:16px/1.5 system-ui,sans-serif}
main{padding:16px}h1{margin:0 0 8px;font-size:20px}ul{margin:0;padding:0;list-style:none}
.top{padding:16px;border-radius:20px;background:#0a1a2a;color:#e9f1f2}
li a{display:block;margin:10px 0;padding:14px;border-radius:16px;background:#fff;color:#0c1722;text-decoration:none}
img{float:left;margin-right:12px}h3,p{margin:0}progress{width:100%}dl{display:flex;margin:8px 0 0}dl div{flex:1}dt{font-size:12px}dd{margin:0;font-weight:600}`;

/** @param {string} text */
const sha256 = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The script of a floor, which can `ask` (`ask.js`).
 * @param {string} script
 */
export async function bundleFloorScript(script) {
  const { outputFiles } = await build({
    stdin: { contents: `import { ask } from './ask.js';${script}`, resolveDir: 'tools/bench', loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'iife',
    write: false,
    plugins: [pureContract],
  });
  return outputFiles[0]?.text.trim() ?? '';
}

/**
 * Writes a page beside the built app in `out`, compressed too, and adds the hashes of its inline parts to the policy.
 * @param {string} out
 * @param {string} name
 * @param {{ html: string, scripts?: string[], styles?: string[] }} page
 */
export async function addPage(out, name, { html, scripts = [], styles = [] }) {
  await writeFile(`${out}/${name}`, html);
  await writeFile(`${out}/${name}.br`, zlib.brotliCompressSync(html));
  const policy = JSON.parse(await readFile(`${out}/csp.json`, 'utf8'));
  policy.scripts.push(...scripts.map(sha256));
  policy.styles.push(...styles.map(sha256));
  await writeFile(`${out}/csp.json`, JSON.stringify(policy));
}

/**
 * The beginning of their heads. The gateway's secret is where the app's page has it.
 * @param {string} title
 * @param {string} secret
 */
export const headOf = (title, secret) =>
  `<meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="cloudphone" content="${JSON.stringify({ secret }).replace(/"/g, '&quot;')}"><link rel="icon" href="data:,">`;

/**
 * Writes `floor.html` beside the built app in `out`.
 * @param {string} out
 * @param {{ secret: string }} about
 */
export async function buildFloor(out, { secret }) {
  const code = await bundleFloorScript(script);
  const html = `<!doctype html><html lang="en"><head>${headOf('Floor', secret)}
<script>${code}</script><style>${style}</style></head><body><main><h1>Devices</h1></main></body></html>`;
  await addPage(out, 'floor.html', { html, scripts: [code], styles: [style] });
}
