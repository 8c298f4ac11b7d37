// Replaces uvu while mutants are tried: the same functions for test files, but a single test can be run by its title.

/** @typedef {{ name: string, handler: (state: object) => unknown }} Test */

/** Every suite whose `run()` was called, with its tests. @type {{ tests: Test[], hooks: Record<string, ((state: object) => unknown)[]>, state: object }[]} */
export const suites = [];

/**
 * @param {string} [_name]
 * @param {object} [state]
 */
export function suite(_name, state = {}) {
  let tests = /** @type {Test[]} */ ([]);
  let hooks = /** @type {Record<string, ((state: object) => unknown)[]>} */ ({
    before: [],
    after: [],
    bEach: [],
    aEach: [],
  });
  /** @type {(name: string) => (handler: (state: object) => unknown) => void} */
  const hook = (name) => (handler) => {
    hooks[name]?.push(handler);
  };
  const add = (/** @type {string} */ name, /** @type {Test['handler']} */ handler) => {
    tests.push({ name, handler });
  };
  return Object.assign(add, {
    only: add,
    skip: () => {},
    before: Object.assign(hook('before'), { each: hook('bEach') }),
    after: Object.assign(hook('after'), { each: hook('aEach') }),
    run() {
      suites.push({ tests, hooks, state });
      tests = [];
      hooks = { before: [], after: [], bEach: [], aEach: [] };
    },
  });
}

export const test = suite();
