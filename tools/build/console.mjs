import { buildOfficePage } from './office-page.mjs';

/** Gzip bytes that the partner console may weigh, of which React is 62,000: developers open it at a desk, and members never. */
const limit = 90_000;

/** The partner console's script and sheet, drawn with React itself. */
export const buildConsole = (out = 'dist/console') =>
  buildOfficePage({
    name: 'The partner console',
    out,
    entryPoints: { console: 'src/console/main.tsx', look: 'src/console/console.css' },
    limit,
  });
