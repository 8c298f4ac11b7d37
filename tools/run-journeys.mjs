import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { buildApp, buildServer } from '../build.mjs';
import { startGateway } from './gateway.mjs';

/** The browser journeys, on a gateway of their own. `library` react: the same source on real React. */
export async function runJourneys({ label, library, grep }) {
  console.log(`\n— ${label}`);
  const folder = library === 'react' ? 'dist/react' : 'dist';
  if (library === 'react') {
    await buildApp({ library, out: `${folder}/app` });
    await buildServer(`${folder}/server`);
  }
  const gateway = await startGateway({ program: `${folder}/server/main.mjs` });
  const report = resolve(`test-results/${library}.json`);
  mkdirSync('test-results', { recursive: true });
  const args = [
    '--no-install',
    'playwright',
    'test',
    '-c',
    'test/journeys/playwright.config.mjs',
    '--reporter=list,json',
  ];
  const playwright = spawn('npx', grep ? [...args, '-g', grep] : args, {
    stdio: 'inherit',
    env: { ...process.env, BASE_URL: gateway.url, LIBRARY: library, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  const code = await new Promise((settle) => playwright.once('exit', settle));
  const stopped = await gateway.stop();
  const { stats } = JSON.parse(readFileSync(report, 'utf8'));
  const failed = stats.unexpected + stats.flaky + (stopped === 0 ? 0 : 1);
  if (stopped !== 0) console.log(`The gateway ended with ${stopped}:\n${gateway.said()}`);
  return { passed: stats.expected, failed: failed || (code === 0 && stats.expected ? 0 : 1) };
}
