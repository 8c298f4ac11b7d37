import { buildOfficePage } from './office-page.mjs';

/**
 * Maximum gzip size of the back office in bytes: react-admin and Material UI are two thirds of it, and it is opened once a day, on a
 * computer.
 */
const limit = 480_000;

/**
 * The script and style sheet of the back office, which the gateway serves on a separate listener. Real React, because react-admin needs
 * it.
 */
export const buildDesk = (out = 'dist/desk') =>
  buildOfficePage({
    name: 'The desk',
    out,
    entryPoints: { desk: 'src/desk/main.tsx', look: 'src/desk/desk.css' },
    limit,
  });
