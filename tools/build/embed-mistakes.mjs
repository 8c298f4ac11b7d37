import { cp, readFile, writeFile } from 'node:fs/promises';
import { runModule } from './run-module.mjs';

/** @import { BuildOptions } from 'esbuild' */

const source = 'src/embed/advice/mistakes';

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * The error page to which the console links: every code with its meaning. Its style sheet is a file, because of our policy.
 * @param {string} folder
 * @param {BuildOptions} options
 */
export async function writeMistakes(folder, options) {
  const { mistakes } = await runModule(options, 'src/embed/advice/words.ts');
  const template = await readFile(`${source}.html`, 'utf8');
  const [, row = ''] = /<!-- each -->\n(.*)<!-- end -->\n/s.exec(template) ?? [];
  const rows = Object.entries(/** @type {Record<string, [string, string]>} */ (mistakes)).map(
    ([code, [happened, mend]]) => {
      /** @type {Record<string, string>} */
      const parts = { code, happened, mend };
      return row.replace(/\{\{(\w+)\}\}/g, (_, name) => escaped(parts[name] ?? ''));
    },
  );
  await writeFile(
    `${folder}/mistakes.html`,
    template.replace(/<!-- each -->.*<!-- end -->\n/s, () => rows.join('')),
  );
  await cp(`${source}.css`, `${folder}/mistakes.css`);
}
