// Replaces uvu when a single test of a file is run: the other tests are ignored.
import { exec, suite as wholeSuite } from 'uvu';

/** @param {string} [name] */
export function suite(name) {
  const whole = wholeSuite(name);
  /** @type {(title: string, handler: () => void | Promise<void>) => void} */
  const one = (title, handler) => {
    if (new RegExp(process.env.ONE_TEST ?? '', 's').test(title)) whole(title, handler);
  };
  return Object.assign(one, {
    before: whole.before,
    after: whole.after,
    run: whole.run,
    only: one,
    skip: () => undefined,
  });
}
export const test = suite();
export { exec };
