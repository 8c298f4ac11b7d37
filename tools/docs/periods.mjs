// node tools/docs/periods.mjs: writes the periods of src/contract/desk/periods.ts into docs/privacy.md.
import { pathToFileURL } from 'node:url';
import { runModule } from '../build/run-module.mjs';
import { writeBetween } from '../write-between.mjs';

/**
 * The table of the periods, from their declaration.
 * @param {Record<string, { setting: string, days: number, least: number, most: number, why: string, what: string, after: string }>} periods
 */
export function periodsTable(periods) {
  const rows = Object.values(periods).map(
    ({ setting, days, least, most, why, what, after }) =>
      `| ${what} | ${days} | ${least} to ${most} | ${why} | ${after} | \`${setting}\` |`,
  );
  return ['| What | Days | Bounds | Why | Afterwards | Setting |', '|---|---|---|---|---|---|', ...rows].join(
    '\n',
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await writeBetween(
    'docs/privacy.md',
    'periods',
    '`node tools/docs/periods.mjs`',
    periodsTable((await runModule({}, 'src/contract/desk/periods.ts')).periods),
  );
