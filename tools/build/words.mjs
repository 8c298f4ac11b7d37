/**
 * Which messages a text of code says: a key stands there whole, or all of it but its last part does, before a blank:
 * `'orders.title'`, `` `orders.states.${state}` ``. Anything else would not be found, here or by who looks for what is said.
 */
export const says = (code) => {
  const whole = new Set([...code.matchAll(/["'`]([\w-]+(?:\.[\w-]+)+)["'`]/g)].map(([, key]) => key));
  const begun = new Set([...code.matchAll(/`([\w-]+(?:\.[\w-]+)*\.)\$\{/g)].map(([, key]) => key));
  return (key) => whole.has(key) || begun.has(key.slice(0, key.lastIndexOf('.') + 1));
};

/** What of a table of messages is said, by `said(key)`; undefined for nothing. */
export function kept(table, said, path = '') {
  const all = Object.entries(table).flatMap(([name, value]) => {
    const key = path + name;
    if (typeof value === 'string') return said(key) ? [[name, value]] : [];
    const within = kept(value, said, `${key}.`);
    return within ? [[name, within]] : [];
  });
  return all.length ? Object.fromEntries(all) : undefined;
}
