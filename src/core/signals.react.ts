import { useSignals } from '@preact/signals-react/runtime';
import { type ComponentType, createElement, type FunctionComponent } from 'react';

// What `@preact/signals` does by itself on preact, on real React: whoever reads a signal's `.value` while it renders is rendered again when
// that changes. Stands in the place of `react/jsx-runtime`, in the build that proves that our source is React (`npm run test:react`) and nowhere else.

export { Fragment } from 'react';

const followed = new WeakMap<object, ComponentType>();

/** A component in its place that follows the signals it reads; classes and elements of HTML as they are. */
function following(type: unknown): unknown {
  if (typeof type !== 'function' || type.prototype?.isReactComponent) return type;
  let made = followed.get(type);
  if (!made) {
    const render = type as FunctionComponent;
    made = Object.assign(
      (props: object) => {
        const store = useSignals(1, render.name); // 1: a component that says itself when it has rendered
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
