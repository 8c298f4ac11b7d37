import { type ComponentChild, options, render } from 'preact';

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

export const createRoot = (parent: Element) => ({
  render: (tree: ComponentChild) => render(tree, parent),
  unmount: () => render(null, parent),
});

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
