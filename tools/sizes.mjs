import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** Gzip bytes, level 9: what a phone downloads. */
export const weigh = (content) => gzipSync(content, { level: 9 }).length;

/** Limits in bytes (README, budgets). One moves only with a reason written beside it. */
const limits = { first: 34 * 1024, screen: 6 * 1024 };

/** Prints the table of sizes; answers the rows above their limit. */
export function reportSizes({ dir, html, sheet, initial, screens, messages }) {
  const memo = new Map();
  const size = (file) => {
    if (!memo.has(file)) memo.set(file, weigh(readFileSync(`${dir}/${file}`)));
    return memo.get(file);
  };
  const sum = (files) => [...new Set(files)].reduce((all, file) => all + size(file), 0);
  const longest = (bundle) => Math.max(...Object.values(messages).map((files) => size(files[bundle])));

  const base = weigh(html) + size(sheet) + sum(initial) + longest('common');
  const rows = [
    { what: 'page', bytes: weigh(html) },
    { what: 'style sheet', bytes: size(sheet) },
    { what: 'scripts of every screen', bytes: sum(initial) },
    { what: 'messages of every screen', bytes: longest('common') },
  ];
  for (const { path, files, bundle } of screens) {
    const own = files.filter((file) => !initial.includes(file));
    const bytes = sum(own) + (bundle === 'common' ? 0 : longest(bundle));
    if (/login\/login$|tabbar\/index$/.test(path)) {
      rows.push({ what: `first load of ${path}`, bytes: base + bytes, limit: limits.first });
    } else rows.push({ what: path, bytes, limit: limits.screen, unbuilt: files.some((file) => /not-built/.test(file)) });
  }
  const unbuilt = rows.filter((row) => row.unbuilt);
  const shown = rows.filter((row) => !row.unbuilt);
  if (unbuilt.length) shown.push({ ...unbuilt[0], what: `${unbuilt.length} screens not built yet, each` });

  const kb = (bytes) => (bytes / 1024).toFixed(2).padStart(7);
  console.log('\n  gzip KB   limit');
  for (const { what, bytes, limit } of shown) {
    const over = limit && bytes > limit;
    console.log(`  ${kb(bytes)} ${limit ? kb(limit) : '       '}  ${what}${over ? '   ← over the limit' : ''}`);
  }
  return rows.filter(({ bytes, limit }) => limit && bytes > limit);
}
