import { useSignals } from '@preact/signals-react/runtime';
import { type ComponentType, createElement, type FunctionComponent } from 'react';

// Implements for real React what `@preact/signals` does on preact: a component that reads a signal's `.value` during rendering is
// rendered again when that changes. Replaces `react/jsx-runtime`, only in the build that proves that our source is React (`npm run
// test:react`).

export { Fragment } from 'react';

const followed = new WeakMap<object, ComponentType>();

/** Wraps a component so that it follows the signals it reads; classes and HTML elements stay unchanged. */
function following(type: unknown): unknown {
  if (typeof type !== 'function' || type.prototype?.isReactComponent) return type;
  let made = followed.get(type);
  if (!made) {
    const render = type as FunctionComponent;
    made = Object.assign(
      (props: object) => {
        const store = useSignals(1, render.name); // 1: the component reports itself when it has rendered
        try {
          return render(props);
        } finally {
          store.f();
        }
      },
      { displayName: render.displayName ?? render.name },
    );
    followed.set(type, made);
  }
  return made;
}

/** As `react/jsx-runtime` has it; `props` has the children. */
export const jsx = (type: unknown, props: object, key?: string) =>
  createElement(following(type) as ComponentType, key === undefined ? props : { ...props, key });
export { jsx as jsxs };
