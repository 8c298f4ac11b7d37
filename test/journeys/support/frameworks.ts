import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { compile as compileSvelte } from 'svelte/compiler';
import { compileScript, parse } from 'vue/compiler-sfc';
import { buildPackage } from '../../../tools/build/embed-package.mjs';

const run = promisify(execFile);

/** As `@vitejs/plugin-vue` does it, with the option that docs/embedding/frameworks.md names. */
const vue = (isCustomElement: (tag: string) => boolean): Plugin => ({
  name: 'vue',
  setup(build) {
    build.onLoad({ filter: /\.vue$/ }, async ({ path }) => {
      const { descriptor, errors } = parse(await readFile(path, 'utf8'), {
        filename: path,
        templateParseOptions: { isCustomElement },
      });
      if (errors.length) throw errors[0];
      const { content } = compileScript(descriptor, {
        id: 'shop',
        inlineTemplate: true,
        templateOptions: { compilerOptions: { isCustomElement } },
      });
      return { contents: content, loader: 'ts' };
    });
  },
});

/** As `@sveltejs/vite-plugin-svelte` does it. */
const svelte: Plugin = {
  name: 'svelte',
  setup(build) {
    build.onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const { js } = compileSvelte(await readFile(path, 'utf8'), { filename: path, dev: true });
      return { contents: js.code, loader: 'js' };
    });
  },
};

/**
 * Projects of partners' as they have them on their machines: `test/frameworks/*` with the frameworks and our package, as npm packs it, in
 * `node_modules`. `remove` them in the end.
 */
export async function unpackProjects() {
  const folder = await mkdtemp(join(tmpdir(), 'cloudphone-frameworks-'));
  await cp('test/frameworks', folder, { recursive: true });
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@cloudphone/embed'), { recursive: true });
  await mkdir(join(modules, '@types'));
  const theirs =
    'react react-dom vue svelte @angular csstype @types/node @types/react @types/react-dom undici-types';
  for (const name of theirs.split(' ')) await symlink(resolve('node_modules', name), join(modules, name));
  const { dir } = await buildPackage({ out: join(folder, '.package') });
  const { stdout } = await run('npm', ['pack', '--silent', '--ignore-scripts'], { cwd: dir });
  const tarball = join(dir, stdout.trim());
  await run('tar', ['-xzf', tarball, '-C', join(modules, '@cloudphone/embed'), '--strip-components=1']);

  async function bundle(entry: string, more: BuildOptions = {}): Promise<string> {
    const { isCustomElement } = await import(join(modules, '@cloudphone/embed/vue.js'));
    const { outputFiles } = await build({
      entryPoints: [join(folder, entry)],
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2022',
      conditions: ['development', 'browser'],
      define: {
        'process.env.NODE_ENV': '"development"',
        __VUE_OPTIONS_API__: 'false',
        __VUE_PROD_DEVTOOLS__: 'false',
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
      },
      tsconfig: join(folder, 'tsconfig.json'),
      plugins: [vue(isCustomElement), svelte],
      logLevel: 'error',
      ...more,
    });
    return outputFiles?.[0]?.text ?? '';
  }
  return {
    bundle,
    /** The HTML that the React project's server sends. */
    async rendered(): Promise<string> {
      const file = join(folder, 'server.cjs');
      await writeFile(file, await bundle('react/server.tsx', { platform: 'node', format: 'cjs' }));
      return (await run(process.execPath, [file])).stdout;
    },
    /** The compiler's output for all projects; rejects with it if there is an error. */
    check: () => run('npx', ['--no-install', 'tsc', '-p', join(folder, 'tsconfig.json')]),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
