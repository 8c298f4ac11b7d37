import { buildOfficePage } from './office-page.mjs';

/** Maximum gzip size of the partner console in bytes, of which React is 62,000: developers open it on a computer, and members never. */
const limit = 90_000;

/** The partner console's script and style sheet, with real React. */
export const buildConsole = (out = 'dist/console') =>
  buildOfficePage({
    name: 'The partner console',
    out,
    entryPoints: { console: 'src/console/main.tsx', look: 'src/console/console.css' },
    limit,
  });
