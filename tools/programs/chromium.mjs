import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { fetchChromium } from './binaries.mjs';

/** The same engine without a window: half the CPU time, so the journeys use it. */
export const headlessShell = '/usr/bin/chromium-headless-shell';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  headlessShell,
];

/** An installed Chromium or Chrome, or Playwright's own, or else the one that the tests download. */
function find(first = '') {
  const installed = [process.env.CHROMIUM, first, ...places, chromium.executablePath()].find(
    (path) => path && existsSync(path),
  );
  return installed ? { executablePath: installed } : fetchChromium();
}

/** @param {string} [first] the program to take if it is installed and `CHROMIUM` names no other */
export const launchOptions = (first) => ({
  ...find(first),
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

/** The phone for all tests and pictures. */
export const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};
