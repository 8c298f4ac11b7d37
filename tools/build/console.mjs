import { buildOfficePage } from './office-page.mjs';

/**
 * Gzip bytes that the partner console may weigh, of which React is 62,000: developers open it at a desk, and members never. The theme
 * editor, the sandbox and the status page brought 14,000, half of them words in four languages;
 * the page of deprecations, the pauses of webhooks and the time of the sandbox 700.
 */
const limit = 101_000;

/** The partner console's script and sheet, drawn with React itself, and the page with one embed that its theme editor frames. */
export const buildConsole = (out = 'dist/console') =>
  buildOfficePage({
    name: 'The partner console',
    out,
    entryPoints: {
      console: 'src/console/main.tsx',
      look: 'src/console/console.css',
      preview: 'src/console/preview.ts',
      'preview-look': 'src/console/preview.css',
    },
    limit,
  });
