// Inlined before any module: what Chrome 69 and iOS 12.2 lack and preact, signals and ky use.
((w, O, d) => {
  const def = (o, n, v) => {
    if (!o[n]) d(o, n, { value: v, writable: true, configurable: true });
  };
  if (typeof globalThis !== 'object') w.globalThis = w;
  def(w, 'queueMicrotask', (f) => {
    Promise.resolve()
      .then(f)
      .catch((e) =>
        setTimeout(() => {
          throw e;
        }),
      );
  });
  def(O, 'fromEntries', (pairs) => {
    const o = {};
    for (const [k, v] of pairs) o[k] = v;
    return o;
  });
  def(O, 'hasOwn', (o, k) => O.prototype.hasOwnProperty.call(o, k));
  def(Array.prototype, 'flat', function (n) {
    const depth = n === undefined ? 1 : n;
    return this.reduce((r, x) => r.concat(Array.isArray(x) && depth > 1 ? x.flat(depth - 1) : x), []);
  });
  def(Array.prototype, 'flatMap', function (f) {
    return this.flatMap(f);
  });
  def(Array.prototype, 'at', function (n) {
    return this[n < 0 ? n + this.length : n];
  });
})(self, Object, Object.defineProperty);
