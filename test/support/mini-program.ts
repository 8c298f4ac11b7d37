import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Options = Record<string, string>;
interface Instance {
  route: string;
  options: Options;
  data: Record<string, any>;
  [member: string]: any;
}

/** The phone's response to a call, or its exception; a function gets the call's input. */
export type Phone = Record<string, unknown>;

/** The phone's network, which is real. `files`: what is on the phone, by its path there. */
export const networkOf = (files: Map<string, Buffer>) => ({
  async request({ url, data, header, method }: any) {
    const headers = { 'content-type': 'application/json', ...header };
    const answer = await fetch(url, { method, headers, body: JSON.stringify(data) });
    return { statusCode: answer.status, data: await answer.json() };
  },
  async uploadFile({ url, name, filePath, header }: any) {
    const body = new FormData();
    body.append(name, new Blob([new Uint8Array(files.get(filePath) ?? Buffer.alloc(0))]), 'of-the-phone');
    const answer = await fetch(url, { method: 'POST', headers: header, body });
    return { statusCode: answer.status, data: await answer.text() };
  },
  async downloadFile({ url }: any) {
    const answer = await fetch(url);
    files.set('wxfile://down', Buffer.from(await answer.arrayBuffer()));
    return { statusCode: answer.status, tempFilePath: 'wxfile://down' };
  },
});

/**
 * The built mini-program in a stand-in for WeChat: a stack of pages, their life, and `wx`, of which a test says what it answers.
 * `shown` is called with the address of the web view whenever it changes.
 */
export function openShell(dir: string, phone: Phone = {}, shown: (src: string) => void = () => {}) {
  const calls: [name: string, given: any][] = [];
  const stack: Instance[] = [];
  let app: any;
  const heard: Record<string, () => void> = {};

  const own: Phone = {
    getAppBaseInfo: () => ({ language: 'en', version: '8.0.44' }),
    getUpdateManager: () => ({
      onUpdateReady: (call: () => void) => (heard.update = call),
      applyUpdate: () => calls.push(['applyUpdate', undefined]),
    }),
    setNavigationBarTitle: () => ({}),
    showToast: () => ({}),
    navigateBack() {
      stack.pop()?.onUnload?.();
      stack.at(-1)?.onShow?.();
      return {};
    },
  };
  const wx = new Proxy(
    {},
    {
      get: (_, name: string) => (given: any) => {
        calls.push([name, given]);
        const answer = phone[name] ?? own[name];
        const said = typeof answer === 'function' ? (answer as (given: any) => unknown)(given) : answer;
        if (answer === undefined) throw new Error(`The test says nothing of wx.${name}`);
        // what answers at once is no promise
        if (name === 'getAppBaseInfo' || name === 'getUpdateManager') return said;
        const ended = Promise.resolve(said).then(
          (value) => {
            given?.success?.(value);
            return value;
          },
          (error) => {
            given?.fail?.(error);
            if (!given?.fail) throw error;
          },
        );
        if (name !== 'uploadFile') return ended;
        return { onProgressUpdate: (told: (of: { progress: number }) => void) => told({ progress: 50 }) };
      },
    },
  );
  const run = (file: string, globals: Record<string, unknown>) => {
    const names = Object.keys(globals);
    new Function(...names, readFileSync(join(dir, file), 'utf8'))(...Object.values(globals));
  };
  const appWide = { wx, getApp: () => app, getCurrentPages: () => stack };

  /** As a tap on a link to it would. */
  function open(url: string): Instance {
    const [route = '', query = ''] = url.replace(/^\//, '').split('?');
    const options = Object.fromEntries(
      query
        .split('&')
        .filter(Boolean)
        .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    );
    let definition: any;
    run(`${route}.js`, { ...appWide, Page: (given: any) => (definition = given) });
    const instance: Instance = {
      ...definition,
      data: { ...definition.data },
      route,
      options,
      setData(changed: Record<string, unknown>) {
        const before = instance.data.src;
        Object.assign(instance.data, changed);
        if (instance.data.src !== before) shown(instance.data.src);
      },
    };
    stack.push(instance);
    instance.onLoad?.(options);
    instance.onShow?.();
    return instance;
  }

  run('app.js', { ...appWide, App: (given: any) => (app = given) });
  app.onLaunch?.();
  app.onShow?.();
  return {
    calls,
    stack,
    app,
    open,
    /** The inputs of one call. */
    asked: (name: string) => calls.filter(([called]) => called === name).map(([, given]) => given),
    /** A new version has been downloaded. */
    updateReady: () => heard.update?.(),
    /** The data of an open page, as soon as it matches. */
    async until(what: string, found: () => unknown) {
      for (let turn = 0; turn < 300; turn++) {
        if (found()) return;
        await new Promise((rest) => setTimeout(rest, 10));
      }
      throw new Error(`never: ${what}; ${JSON.stringify(stack.at(-1)?.data)}`);
    },
  };
}
