import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { Window } from 'happy-dom';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

/** The components behave the same on React itself, which no other test here uses, and on preact. */
const libraries = {
  React: ['react', 'react-dom/client'],
  preact: ['preact/compat', 'preact/compat/client'],
} as const;

const window = new Window({ url: 'http://shop.test' });
const { document, HTMLElement, navigator, customElements } = window;
Object.assign(globalThis, {
  window,
  document,
  HTMLElement,
  navigator,
  customElements,
  IS_REACT_ACT_ENVIRONMENT: true,
});

/** As our own: knows its options, and notes when it comes and goes. */
const made: Fake[] = [];
class Fake extends HTMLElement {
  told: [string, unknown][] = [];
  moves = '';
  static {
    for (const name of ['partner', 'mode', 'route', 'theme', 'fetchToken', 'onError'])
      Object.defineProperty(Fake.prototype, name, {
        set(value) {
          this.told.push([name, value]);
        },
      });
  }
  constructor() {
    super();
    made.push(this);
  }
  override connectedCallback() {
    this.moves += '+';
  }
  override disconnectedCallback() {
    this.moves += '-';
  }
}
window.customElements.define('cloudphone-wallet', Fake as never);

for (const [label, [core, client]] of Object.entries(libraries)) {
  const test = suite<{
    React: any;
    root: any;
    Wallet: any;
    folder: string;
    act(work: () => void): Promise<void>;
  }>(`components on ${label}`);
  test.before(async (context) => {
    context.folder = resolve(`dist/test/${label}-${process.pid}`);
    mkdirSync(context.folder, { recursive: true });
    const outfile = `${context.folder}/embed.mjs`;
    const source = resolve('src/embed/npm/react.ts');
    await build({
      entryPoints: [source],
      outfile,
      bundle: true,
      format: 'esm',
      packages: 'external',
      ...(label === 'preact' && { alias: { react: core } }),
    });
    const [React, { createRoot }, { component }] = await Promise.all(
      [core, client, pathToFileURL(outfile).href].map((name) => import(name as string)),
    );
    const flush = () => new Promise((rest) => setTimeout(rest, 20));
    const act = async (work: () => void) => {
      if (React.act) await React.act(async () => work());
      else work();
      await flush();
    };
    Object.assign(context, { React, Wallet: component('wallet', 425), act, root: createRoot });
  });
  test.before.each(() => {
    made.length = 0;
    document.body.innerHTML = '<main></main>';
  });
  test.after(({ folder }) => rmSync(folder, { recursive: true, force: true }));
  const into = () => document.querySelector('main') as never;

  test('an element is made once, knows all before it is in the page, and then what has changed', async ({
    React,
    root: createRoot,
    Wallet,
    act,
  }) => {
    const root = createRoot(into());
    const show = (props: object) => act(() => root.render(React.createElement(Wallet, props)));
    await show({ partner: 'p_1', theme: { radius: '4px' }, className: 'mine', id: 'w', mode: 'shadow' });
    assert.is(made.length, 1);
    const [element] = made as [Fake];
    assert.equal(element.told, [
      ['partner', 'p_1'],
      ['theme', { radius: '4px' }],
      ['mode', 'shadow'],
    ]);
    const box = element.parentElement!;
    assert.equal([box.tagName, box.className, box.id, box.childNodes.length], ['DIV', 'mine', 'w', 1]);
    element.told = [];
    await show({ partner: 'p_1', theme: { radius: '4px' }, route: '/x', className: 'other' });
    assert.equal(element.told, [
      ['mode', undefined],
      ['route', '/x'],
    ]);
    await act(() => root.unmount());
    assert.is(element.moves, '+-');
  });

  test('functions may be new at every render: the element knows one, which calls the latest', async ({
    React,
    root: createRoot,
    Wallet,
    act,
  }) => {
    const root = createRoot(into());
    const heard: string[] = [];
    for (const turn of ['first', 'second'])
      await act(() =>
        root.render(
          React.createElement(Wallet, {
            fetchToken: (why: { reason: string }) => `${turn} ${why.reason}`,
            onError: (what: string) => heard.push(`${turn} ${what}`),
          }),
        ),
      );
    const { told } = made[0]!;
    assert.equal(
      told.map(([name]) => name),
      ['fetchToken', 'onError'],
    );
    assert.is((told[0]![1] as any)({ reason: 'use' }), 'second use');
    (told[1]![1] as any)('oh');
    assert.equal(heard, ['second oh']);
    await act(() => root.render(React.createElement(Wallet, {})));
    assert.equal(told.slice(2), [
      ['fetchToken', undefined],
      ['onError', undefined],
    ]);
    await act(() => root.unmount());
  });

  test('StrictMode, which takes everything out and puts it back, is a move; a ref is the handle', async ({
    React,
    root: createRoot,
    Wallet,
    act,
  }) => {
    const root = createRoot(into());
    const ref = React.createRef();
    await act(() =>
      root.render(React.createElement(React.StrictMode, null, React.createElement(Wallet, { ref }))),
    );
    assert.is(made.length, 1);
    assert.is(ref.current, made[0]);
    assert.ok(made[0]!.isConnected);
    assert.is(made[0]!.moves, label === 'React' ? '+-+' : '+');
    await act(() => root.unmount());
    assert.not(made[0]!.isConnected);
  });
  test.run();
}
