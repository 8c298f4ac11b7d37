import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createOutageLog } from '../../../src/server/kernel/outage-log';

const line = (err: object | undefined, more: object = {}) =>
  `${JSON.stringify({ level: 50, time: 1, pid: 7, reqId: 'r', ...(err && { err }), msg: 'm', ...more })}\n`;
const refused = { code: 'ECONNREFUSED', message: 'connect', stack: 'Error: connect\n at x', type: 'Error' };
const gone = { code: '57P01', message: 'terminating connection', stack: 'error: …', type: 'error' };
const bug = { message: 'x is undefined', stack: 'TypeError: …', type: 'TypeError' };

/** A log with what it has written. */
function opened(every = 60_000) {
  const lines: any[] = [];
  let at = 1000;
  const log = createOutageLog((text) => void lines.push(JSON.parse(text)), { every, now: () => at++ });
  return { lines, log };
}

test('while the database is gone, its operator reads one line of each kind, and how many followed', () => {
  const { lines, log } = opened();
  for (let times = 0; times < 40; times++) {
    log.write(line(refused));
    if (times % 2) log.write(line(gone));
  }
  log.write(line(refused, { level: 40 }));
  assert.equal(
    lines.map(({ level, err }) => [level, err]),
    [
      [50, { code: 'ECONNREFUSED', message: 'connect' }],
      [50, { code: '57P01', message: 'terminating connection' }],
      [40, { code: 'ECONNREFUSED', message: 'connect' }],
    ],
  );
  assert.is(lines[0].reqId, 'r');
  log.end();
  assert.equal(
    lines.slice(3).map(({ err, times, since, reqId }) => [err.code, times, since < 1010, reqId]),
    [
      ['ECONNREFUSED', 39, true, undefined],
      ['57P01', 19, true, undefined],
    ],
  );
});

test('an outage that goes on is counted again and again, and one that is over says nothing more', async () => {
  const { lines, log } = opened(20);
  log.write(line(refused));
  log.write(line(refused));
  for (let tries = 0; lines.length < 2 && tries < 200; tries++) await delay(10);
  assert.is(lines[1].times, 1);
  await delay(60);
  log.write(line(refused));
  assert.equal([lines.length, lines[2].times], [3, undefined]);
  log.end();
  assert.is(lines.length, 3);
});

test('a fault of our own keeps its stack each time, and other lines are written as they are', () => {
  const { lines, log } = opened();
  for (let times = 0; times < 3; times++) log.write(line(bug));
  log.write(line(undefined, { call: '"err":{' }));
  assert.equal(
    lines.map(({ err }) => err?.stack),
    ['TypeError: …', 'TypeError: …', 'TypeError: …', undefined],
  );
});

test.run();
