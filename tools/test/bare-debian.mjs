import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';

// A bare Debian 12 with its own systemd, and the network of this machine.

/** The Debian sources of this machine. */
function debianSources() {
  const folder = '/etc/apt/sources.list.d';
  const files = ['/etc/apt/sources.list', ...readdirSync(folder).map((name) => join(folder, name))];
  const found = files
    .filter((file) => existsSync(file))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    .filter(({ text }) => /^(deb .*\bbookworm main|Suites:.*\bbookworm\b)/m.test(text));
  const mirror = /(?:^URIs:\s*|^deb (?:\[[^\]]*\] )?)(https?:\S+)/m.exec(found[0]?.text ?? '')?.[1];
  if (!mirror) throw new Error('This machine has no sources of Debian 12');
  return { files: found.map(({ file }) => file), mirror };
}

/** A bare Debian 12, fetched once. */
function fetchDebian() {
  const folder = 'dist/test/debian-12';
  if (existsSync(folder)) return folder;
  console.log('Fetching Debian 12 …');
  mkdirSync('dist/test', { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  const include = '--include=systemd-sysv,dbus';
  try {
    execFileSync('debootstrap', ['--variant=minbase', include, 'bookworm', draft, debianSources().mirror], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` },
    });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

/**
 * The machine's own way to packages: sources, name servers, certificates, npm's registry.
 * @param {string} root
 */
function addNetwork(root) {
  rmSync(join(root, 'etc/apt/sources.list'), { force: true });
  for (const file of debianSources().files) copyFileSync(file, join(root, file));
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) {
    rmSync(join(root, file), { force: true });
    copyFileSync(file, join(root, file));
  }
  const certificates = process.env.NODE_EXTRA_CA_CERTS ?? '/etc/ssl/certs/ca-certificates.crt';
  copyFileSync(certificates, join(root, 'etc/certificates-of-the-machine.pem'));
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  mkdirSync(join(root, 'usr/local/etc'), { recursive: true });
  writeFileSync(
    join(root, 'usr/local/etc/npmrc'),
    `registry=${registry}\ncafile=/etc/certificates-of-the-machine.pem\naudit=false\nfund=false\n`,
  );
}

/**
 * Starts a Debian of its own, on an overlay in memory. `prepare` changes its files before. `run` runs a script in it, `end` leaves nothing
 * behind.
 * @param {(root: string) => void} prepare
 */
export async function startDebian(prepare) {
  const lower = fetchDebian();
  const folder = mkdtempSync('/tmp/cloudphone-debian-');
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8g,mode=755', 'tmpfs', folder]);
  const root = join(folder, 'root');
  const unmount = () => {
    spawnSync('umount', ['--recursive', root]);
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true });
  };
  try {
    for (const name of ['root', 'upper', 'work']) mkdirSync(join(folder, name));
    const layers = `lowerdir=${realpathSync(lower)},upperdir=${folder}/upper,workdir=${folder}/work`;
    execFileSync('mount', ['-t', 'overlay', '-o', layers, 'overlay', root]);
    addNetwork(root);
    prepare(root);
    const machine = spawn(
      'systemd-nspawn',
      ['--quiet', '--boot', '--register=no', '--keep-unit', '--resolv-conf=off', `--directory=${root}`],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let said = '';
    for (const output of [machine.stdout, machine.stderr]) output.on('data', (text) => (said += text));
    const ended = new Promise((settle) => machine.once('exit', settle));
    const leader = await leaderOf(machine);
    if (!leader) throw new Error(`The system did not start:\n${said.slice(-3000)}`);
    const enter = [
      '--target',
      leader,
      '--mount',
      '--uts',
      '--ipc',
      '--pid',
      '--cgroup',
      '--root',
      '--wdns=/root',
    ];
    return {
      /** @param {string} script */
      run: (script) =>
        spawnSync('nsenter', [...enter, '/usr/bin/env', '-i', ...inside, '/bin/bash', '-s'], {
          input: script,
          encoding: 'utf8',
          maxBuffer: 2 ** 28,
        }),
      async end() {
        spawnSync('nsenter', [...enter, '/bin/systemctl', 'poweroff', '--force']);
        await Promise.race([ended, rest(20_000, undefined, { ref: false })]);
        machine.kill('SIGKILL');
        await ended;
        unmount();
      },
    };
  } catch (error) {
    unmount();
    throw error;
  }
}
const inside = [
  'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  'HOME=/root',
  'LANG=C.UTF-8',
  'DEBIAN_FRONTEND=noninteractive',
];

/**
 * The process of the system inside, once it has started.
 * @param {import('node:child_process').ChildProcess} machine
 */
async function leaderOf({ pid, exitCode }) {
  for (let tries = 0; tries < 300 && exitCode === null; tries++) {
    await rest(200);
    const children = spawnSync('pgrep', ['--parent', String(pid)], { encoding: 'utf8' }).stdout.trim();
    const leader = children.split('\n')[0];
    if (!leader) continue;
    const enter = ['--target', leader, '--mount', '--pid', '--cgroup', '--root'];
    const { stdout } = spawnSync('nsenter', [...enter, '/bin/systemctl', 'is-system-running'], {
      encoding: 'utf8',
    });
    if (/running|degraded/.test(stdout)) return leader;
  }
  return;
}
