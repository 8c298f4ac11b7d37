import { defineConfig } from '@playwright/test';
import { headlessShell, launchOptions, phone } from '../../tools/programs/chromium.mjs';

export default defineConfig({
  testDir: '.',
  testMatch: '*.journey.ts',
  // what no screen of the page is in is the same whichever library draws those
  ...(process.env.LIBRARY === 'react' && { testIgnore: ['embed*.journey.ts', 'plug.journey.ts'] }),
  outputDir: '../../test-results/journeys',
  fullyParallel: true,
  workers: Number(process.env.WORKERS),
  // a browser on a shared machine: a test that fails once and then passes is listed at the end, one that fails twice fails
  retries: 1,
  // what hangs is found by these; how long a thing takes is the benchmark's
  timeout: 90_000,
  expect: { timeout: 20_000 },
  use: {
    ...phone,
    baseURL: process.env.BASE_URL,
    launchOptions: launchOptions(headlessShell),
    locale: 'en-US',
    serviceWorkers: 'block',
  },
});
