import { keepRelease } from './release.mjs';

// npm run release: publishes the version that partners' pages can pin from now on.

const { DATA_DIR = './data', RELEASES_DIR = `${DATA_DIR}/releases` } = process.env;
try {
  const version = await keepRelease('dist/embed', RELEASES_DIR);
  console.log(
    `Release ${version} of the embeds is in ${RELEASES_DIR}, and stays there; restart the gateways`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
