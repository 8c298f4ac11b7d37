import { Component, type ComponentChild, type ComponentType, createElement, options, render } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

// What our screens use of React, on preact without `preact/compat` (0.8 KB less). A name that is not here fails the build.

export { Component, createContext, createElement, createElement as h, Fragment } from 'preact';
export {
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'preact/hooks';

/** As it was, while what it is given is as it was. */
export function memo<P extends object>(Shown: ComponentType<P>): ComponentType<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: Record<string, unknown>) {
      const now = this.props as Record<string, unknown>;
      return Object.keys({ ...now, ...next }).some((name) => now[name] !== next[name]);
    }
    override render() {
      return createElement(Shown, this.props as P);
    }
  };
}

export const createRoot = (parent: Element) => ({
  render: (tree: ComponentChild) => render(tree, parent),
  unmount: () => render(null, parent),
});

export function useSyncExternalStore<T>(subscribe: (changed: () => void) => () => void, read: () => T): T {
  const value = read();
  const [, render] = useState<object>();
  useLayoutEffect(() => {
    const look = () => {
      if (!Object.is(value, read())) render({});
    };
    look(); // what has changed since it was read
    return subscribe(look);
  }, [subscribe, value, read]);
  return value;
}

/** Styles whose numbers are not pixels. */
const unitless =
  /^(opacity|flex|order|zIndex|fontWeight|lineHeight|zoom|gridRow|gridColumn|fillOpacity|strokeOpacity)/;

/** React's names of what preact calls by the DOM's. */
const named = (name: string, type: string, props: Record<string, unknown>) => {
  if (name === 'onFocus') return 'onfocusin';
  if (name === 'onBlur') return 'onfocusout';
  if (name === 'onChange' && /^(input|textarea)$/.test(type) && !/fil|che|rad/.test(props.type as string))
    return 'oninput';
  if (/^(stroke|fill|clip|font|text)[A-Z]/.test(name))
    return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return name;
};

const before = options.vnode;
options.vnode = (vnode) => {
  const { type, props } = vnode as { type: unknown; props: Record<string, unknown> };
  if (typeof type === 'string') {
    const own: Record<string, unknown> = {};
    for (const name in props) own[named(name, type, props)] = props[name];
    const style = props.style as Record<string, unknown> | undefined;
    if (style) {
      const drawn: Record<string, unknown> = (own.style = {});
      for (const name in style) {
        const value = style[name];
        drawn[name] = typeof value === 'number' && !unitless.test(name) ? `${value}px` : value;
      }
    }
    vnode.props = own as typeof vnode.props;
  }
  before?.(vnode);
};
