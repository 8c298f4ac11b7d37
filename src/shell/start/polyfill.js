// Inlined before any module: what Chrome 69 and iOS 12.2 lack and preact, signals, ky or ourselves use.
((w, O) => {
  if (typeof globalThis !== 'object') w.globalThis = w;
  if (!w.queueMicrotask) {
    w.queueMicrotask = (f) => {
      Promise.resolve()
        .then(f)
        .catch((e) =>
          setTimeout(() => {
            throw e;
          }),
        );
    };
  }
  if (!O.fromEntries) {
    O.fromEntries = (pairs) => {
      const o = {};
      for (const [k, v] of pairs) o[k] = v;
      return o;
    };
  }
})(self, Object);
