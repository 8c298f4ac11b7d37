import { spawnSync } from 'node:child_process';

/** @param {string} program @param {string[]} args */
const runs = (program, ...args) => spawnSync(program, args).status === 0;

/**
 * The languages of the SDKs, whether this machine can test them, and the packages with the missing programs. Node is always available.
 * @type {Record<string, { here: boolean, lacks: string }>}
 */
export const sdkPrograms = {
  python: { here: runs('python3', '--version'), lacks: 'python3' },
  php: {
    here: runs('php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'),
    lacks: 'php-cli php-curl',
  },
  java: { here: runs('javac', '-version'), lacks: 'openjdk-17-jdk-headless' },
  go: { here: runs('go', 'version'), lacks: 'golang-go' },
};

/** The SDKs that were not tested, and the packages to install. */
export const lackedBySdks = () =>
  Object.entries(sdkPrograms).flatMap(([name, { here, lacks }]) =>
    here ? [] : [`SDK for ${name}: not tested (apt-get install ${lacks})`],
  );
