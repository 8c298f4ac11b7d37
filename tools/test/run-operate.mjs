import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fetchNode } from '../programs/nodes.mjs';
import { startDebian } from './bare-debian.mjs';
import { lacked } from './commands.mjs';
import { blocksOf } from './document-blocks.mjs';

// Runs the commands of docs/operate.md on a bare Debian 12, with its own systemd, on a file system in memory. Blocks marked `run` are run as
// they are written, one after the other in one shell, as a person would paste them. Scripts of this file replace the blocks in which a
// person has to know or type something.

/** The scripts that replace the blocks marked `replaced=<name>`. */
const replacements = {
  repository: `git config --system --add safe.directory /stand-in/repository.git
repository=file:///stand-in/repository.git`,
  settings: `sed -i /etc/cloudphone/env -e 's|^MAIL_SMTP_URL=.*|MAIL_SMTP_URL=smtp://127.0.0.1:1|' \
    -e 's|^MAIL_FROM=.*|MAIL_FROM=Cloudphone <no-reply@cloud.example>|'`,
  certificate: `live=/etc/letsencrypt/live/cloud.example
mkdir -p "$live"
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=cloud.example -addext subjectAltName=DNS:cloud.example \
  -keyout "$live/privkey.pem" -out "$live/fullchain.pem" 2> /dev/null
cp "$live/fullchain.pem" /usr/local/share/ca-certificates/cloud.example.crt
update-ca-certificates > /dev/null
echo '127.0.0.1 cloud.example' >> /etc/hosts`,
  version: `version=1.0.1
cp -a /opt/cloudphone-1.0.0 /opt/cloudphone-1.0.1`,
  moment: `mark() { runuser -u postgres -- psql --quiet --dbname=cloudphone --command="create table $1 ()"; }
mark before_the_moment
sleep 1
moment=$(date -u +'%F %T.%6N+00')
sleep 1
mark after_the_moment
runuser -u postgres -- pgbackrest --stanza=cloudphone check`,
};
/** Looked at after the last block. */
const atTheEnd = `test "$(runuser -u postgres -- psql --quiet --tuples-only --no-align --dbname=cloudphone \
  --command="select to_regclass('before_the_moment') is not null and to_regclass('after_the_moment') is null")" = t
test "$(readlink /opt/cloudphone)" = /opt/cloudphone-1.0.1
for unit in cloudphone@8080 cloudphone@8083 nginx cloudphone-backup.timer cloudphone-verify.timer pgbackrest-full.timer pgbackrest-incr.timer; do
  systemctl is-active --quiet "$unit" || { echo "$unit is not active"; false; }
done
systemctl --failed --plain --no-legend | grep -E 'cloudphone|pgbackrest|postgresql|nginx' && false || true`;

const ports = [80, 443, 5432, 8080, 8082, 8083];

/** @param {number} port */
const isFree = (port) =>
  new Promise((settle) => {
    const server = createServer();
    server.once('error', () => settle(false));
    server.listen(port, () => server.close(() => settle(true)));
  });

/** Why this machine cannot run them; undefined if it can. */
export async function lackedByOperate() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'needs Linux on x64';
  if (process.getuid?.() !== 0) return 'needs root';
  const lacks = lacked(
    ['debootstrap', 'systemd-nspawn', 'git', 'xz'],
    'debootstrap systemd-container git xz-utils',
  );
  if (lacks) return lacks;
  // the machine's network is used, so that its packages can be fetched
  for (const port of ports) if (!(await isFree(port))) return `port ${port} is taken`;
  return;
}

/**
 * Puts the archive of Node, whose program comes from npm here, and the repository in place of those on the internet.
 * @param {string} root
 */
function addStandIns(root) {
  const folder = join(root, 'stand-in');
  mkdirSync(folder);
  const node = fetchNode('22');
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  const name = `node-${version}-linux-x64`;
  mkdirSync(join(folder, name, 'bin'), { recursive: true });
  copyFileSync(node, join(folder, name, 'bin/node'));
  const npm = join(realpathSync(execFileSync('npm', ['root', '-g'], { encoding: 'utf8' }).trim()), 'npm');
  cpSync(npm, join(folder, name, 'lib/node_modules/npm'), { recursive: true });
  for (const program of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${program}-cli.js`, join(folder, name, 'bin', program));
  const shell = (/** @type {string} */ command) => execFileSync('sh', ['-c', command], { cwd: folder });
  shell(
    `tar -I 'xz -0 -T0' -cf ${name}.tar.xz ${name} && rm -r ${name} && sha256sum ${name}.tar.xz > SHASUMS256.txt`,
  );
  execFileSync(
    'git',
    ['clone', '--quiet', '--bare', '--depth=1', `file://${process.cwd()}`, 'repository.git'],
    {
      cwd: folder,
    },
  );
  const curl = join(root, 'usr/local/sbin/curl');
  writeFileSync(
    curl,
    `#!/bin/sh
for last; do :; done
case $last in
https://nodejs.org/*) exec cp "/stand-in/\${last##*/}" . ;;
*) exec /usr/bin/curl "$@" ;;
esac
`,
    { mode: 0o755 },
  );
}

/** Runs the commands of the document; returns how many blocks held. */
export async function runOperate() {
  const blocks = blocksOf(readFileSync('docs/operate.md', 'utf8'));
  const steps = blocks.flatMap(({ mark, text, line }) => {
    if (mark === 'run') return [{ title: `docs/operate.md:${line} ${text.split('\n')[0]}`, script: text }];
    const name = /^replaced=(\w+)$/.exec(mark)?.[1];
    return name
      ? [{ title: `docs/operate.md:${line} (${name}, replaced)`, script: replacementOf(name) }]
      : [];
  });
  steps.push({ title: 'what is there at the end', script: atTheEnd });
  const unused = Object.keys(replacements).filter(
    (name) => !blocks.some(({ mark }) => mark === `replaced=${name}`),
  );
  if (unused.length) throw new Error(`No block of docs/operate.md is replaced by ${unused.join(', ')}`);
  console.log('\n— commands of docs/operate.md, on a bare Debian 12');
  const debian = await startDebian(addStandIns);
  try {
    const mark = (/** @type {number} */ at) => `{ echo; echo "@@ ${at} $SECONDS"; } 2> /dev/null`;
    const script = steps.map(({ script }, at) => `${mark(at)}\n${script}`).join('\n');
    const { stdout, status } = debian.run(`set -euo pipefail\nexec 2>&1\n${script}\n${mark(steps.length)}\n`);
    const parts = stdout.split(/^@@ (\d+) (\d+)$/m);
    let passed = 0;
    for (const [at, { title }] of steps.entries()) {
      const [began, printed = '', ended] = [parts[at * 3 + 2], parts[at * 3 + 3], parts[at * 3 + 5]];
      if (began === undefined) console.log(`not reached: ${title}`);
      else if (ended !== undefined) {
        passed++;
        console.log(`ok   ${title} (${Number(ended) - Number(began)} s)`);
      } else console.log(`FAIL ${title}\n${printed.split('\n').slice(-60).join('\n')}`);
    }
    if (status !== 0) console.log(debian.run('journalctl --no-pager --lines=60').stdout);
    return { passed, failed: steps.length - passed };
  } finally {
    await debian.end();
  }
}

/** @param {string} name */
function replacementOf(name) {
  const script = /** @type {Record<string, string>} */ (replacements)[name];
  if (!script) throw new Error(`Nothing stands for the block replaced=${name} of docs/operate.md`);
  return script;
}
