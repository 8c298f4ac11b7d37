import { createServer } from 'node:http';

// A process of the benchmark `webhooks`: the servers of partners. `/5/p_1` answers after 5 ms, and `/never/p_2` does not answer. `/arrived`
// says what has arrived so far: in total, out of order, and twice, and the milliseconds that each event took.

/** @typedef {{ arrived: number, again: number, outOfOrder: number, failed: number, lags: number[] }} Arrived what answered servers received; `failed`: those that never answer */

/** @type {Arrived} */
const all = { arrived: 0, again: 0, outOfOrder: 0, failed: 0, lags: [] };
/** The newest number of each webhook. @type {Map<string, number>} */
const newest = new Map();
/** @type {Set<string>} */
const known = new Set();

/** @param {string} path @param {string} id @param {string} text */
function take(path, id, text) {
  const { sequence, data } = JSON.parse(text);
  if (known.has(id)) {
    all.again++;
    return;
  }
  known.add(id);
  all.arrived++;
  all.lags.push(Date.now() - Number(data.at));
  if (sequence !== (newest.get(path) ?? 0) + 1) all.outOfOrder++;
  newest.set(path, sequence);
}

const server = createServer((request, response) => {
  const path = request.url ?? '';
  if (path === '/arrived') return response.end(JSON.stringify(all));
  const [, after = ''] = path.split('/');
  /** @type {Buffer[]} */
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    if (after === 'never') {
      all.failed++;
      return;
    }
    take(path, String(request.headers['webhook-id']), Buffer.concat(parts).toString());
    setTimeout(() => response.end('ok'), Number(after));
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' && address?.port);
});
