import { buildOfficePage } from './office-page.mjs';

/** Gzip bytes that the desk may weigh: react-admin and Material UI are two thirds of it, and it is opened once a day, on a desk. */
const limit = 480_000;

/** The desk's script and sheet, which the gateway serves on the desk's own listener. Real React: react-admin needs it. */
export const buildDesk = (out = 'dist/desk') =>
  buildOfficePage({
    name: 'The desk',
    out,
    entryPoints: { desk: 'src/desk/main.tsx', look: 'src/desk/desk.css' },
    limit,
  });
