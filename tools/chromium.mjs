import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { fetchChromium } from './binaries.mjs';

const places = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** An installed Chromium or Chrome, or Playwright's own, or else the one that the tests fetch. */
function find() {
  const installed = [...places, chromium.executablePath()].find((path) => path && existsSync(path));
  return installed ? { executablePath: installed } : fetchChromium();
}

export const launchOptions = () => ({
  ...find(),
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

/** The phone that everything is looked at on. */
export const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};
