// The switch that instrumented sources call, and the run of one test. Both workers share it.

/**
 * The mutants whose places were reached, by the title of the running test; '' before and between tests. @type {Record<string,
 * Set<number>>}
 */
export const reached = { '': new Set() };

/** The mutant that is switched on (-1: none), and the title of the test that runs. */
export const now = { mutant: -1, title: '' };

Object.assign(globalThis, {
  /** @param {number} id */
  $mutant(id) {
    reached[now.title]?.add(id);
    return id === now.mutant;
  },
  /**
   * A valibot rule that accepts everything while the mutant is switched on.
   * @param {Record<string, any>} rule
   * @param {() => boolean} isLenient
   */
  $lenient: (rule, isLenient) => ({
    ...rule,
    /** @type {(...args: unknown[]) => unknown} */
    '~run': (...args) => (isLenient() ? args[0] : rule['~run'](...args)),
  }),
});

/**
 * Runs a test between the hooks of its suite.
 * @param {typeof import('./uvu.mjs').suites[number]} suite
 * @param {import('./uvu.mjs').Test} test
 * @returns {Promise<{ error?: unknown }>} what it threw
 */
export async function runTest({ hooks, state }, { name, handler }) {
  reached[name] ??= new Set();
  try {
    now.title = name;
    for (const hook of hooks.bEach ?? []) await hook(state);
    await handler(state);
    return {};
  } catch (error) {
    return { error };
  } finally {
    for (const hook of hooks.aEach ?? []) await hook(state);
    now.title = '';
  }
}

/** @type {(title: string, error: unknown) => { title: string, message: string }} */
export const failureOf = (title, error) => ({
  title,
  message: String(error instanceof Error ? error.message : error).slice(0, 300),
});
