import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import os from 'node:os';
import path from 'node:path';

// node tools/load/proxy.mjs: starts Debian's nginx with deploy/nginx.conf, and shows that it answers and that its limits act. Needs nginx and
// openssl. Addresses of IPv6 to come from are arguments: two of one /64, then one of another. On Linux as root: ip -6 addr add … dev lo

const folder = mkdtempSync(path.join(os.tmpdir(), 'proxy-'));
const port = 9443;

/** The sample with the ports, names and files of this machine. */
const sample = readFileSync('deploy/nginx.conf', 'utf8')
  .replace(/listen 443 ssl/, `listen 127.0.0.1:${port} ssl;\n    listen [::]:${port} ssl`)
  .replace(/listen 80;/, `listen 127.0.0.1:${port + 1};`)
  .replace(/server 127\.0\.0\.1:8083.*\n/, '')
  .replace(/127\.0\.0\.1:8080/, `127.0.0.1:${port + 2}`)
  .replace(/\/etc\/letsencrypt\/live\/cloud\.example/g, folder);

const subject = ['-subj', '/CN=cloud.example', '-days', '1', '-nodes'];
const files = ['-keyout', `${folder}/privkey.pem`, '-out', `${folder}/fullchain.pem`];
execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...subject, ...files], { stdio: 'ignore' });
const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
  (kind) => `${kind}_temp_path ${folder}/${kind};`,
);
writeFileSync(
  `${folder}/nginx.conf`,
  `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events { worker_connections 4096; }
  http { access_log off; ${temporary.join(' ')}\n${sample} }`,
);

const seen = new Set();
const behind = http.createServer((request, answer) => {
  seen.add(request.headers['x-forwarded-for']);
  answer.end('here');
});
behind.on('upgrade', (_request, socket) => {
  socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
});
behind.listen(port + 2, '127.0.0.1');
await once(behind, 'listening');
const nginx = spawn('nginx', ['-c', `${folder}/nginx.conf`], { stdio: 'inherit' });

/** @param {string} localAddress @returns {Promise<number>} */
const ask = (localAddress) =>
  new Promise((settle, fail) => {
    const host = localAddress.includes(':') ? localAddress : '127.0.0.1';
    const headers = { host: 'cloud.example', 'x-forwarded-for': '203.0.113.9' };
    https
      .get({ host, port, localAddress, headers, rejectUnauthorized: false, agent }, (answer) => {
        answer.resume().on('end', () => settle(answer.statusCode ?? 0));
      })
      .on('error', fail);
  });
/** Whether a WebSocket reaches the gateway at a path. @param {string} path @returns {Promise<boolean>} */
const upgrades = (path) =>
  new Promise((settle, fail) => {
    const headers = { host: 'cloud.example', connection: 'Upgrade', upgrade: 'websocket' };
    https
      .get({ host: '127.0.0.1', port, path, headers, rejectUnauthorized: false })
      .on('upgrade', (_answer, socket) => {
        socket.destroy();
        settle(true);
      })
      .on('response', () => settle(false))
      .on('error', fail);
  });
const agent = new https.Agent({ keepAlive: true, maxSockets: 50 });

/** How many of `count` requests from an address were refused. @param {string} from @param {number} count */
async function refused(from, count) {
  const all = await Promise.all(Array.from({ length: count }, () => ask(from)));
  return all.filter((status) => status === 429).length;
}

const wrong = [];
try {
  for (let tries = 0; ; tries++)
    try {
      await ask('127.0.0.1');
      break;
    } catch (error) {
      if (tries > 50) throw error;
      await new Promise((after) => setTimeout(after, 100));
    }
  const [a, sameNet, otherNet] = process.argv.slice(2);
  if (!(await upgrades('/screens/live?ticket=x'))) wrong.push('a WebSocket did not come through');
  const few = await refused('127.0.0.1', 100);
  const many = await refused('127.0.0.1', 1500);
  console.log(`one address of IPv4: ${few} of 100 refused, then ${many} of 1500`);
  if (few || many < 500) wrong.push('the limit of an address');
  if (seen.has('203.0.113.9')) wrong.push('X-Forwarded-For of a client came through');
  if (a && sameNet && otherNet) {
    await refused(a, 1500);
    const [same, other] = [await refused(sameNet, 100), await refused(otherNet, 100)];
    console.log(`after 1500 from ${a}: ${same} of 100 of ${sameNet} refused, ${other} of 100 of ${otherNet}`);
    if (!same || other) wrong.push('the limit of a /64');
  }
} finally {
  agent.destroy();
  nginx.kill();
  behind.close();
  await once(nginx, 'close');
  rmSync(folder, { recursive: true });
}
if (wrong.length) {
  console.log(`Wrong: ${wrong.join(', ')}`);
  process.exitCode = 1;
}
