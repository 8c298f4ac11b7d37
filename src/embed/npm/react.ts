import * as React from 'react';
import type { EmbedElement, Feature, Handle, Options } from '../api';

// The elements as components, for any React from 16.8 on. The page loads the code: with its script tag, or `load`.

/** The options of an embed (a nonce is found in the page), and the class and id of the element around it. */
export interface EmbedProps extends Omit<Options, 'nonce'> {
  className?: string | undefined;
  id?: string | undefined;
}
export type EmbedComponent = React.ForwardRefExoticComponent<EmbedProps & React.RefAttributes<Handle>>;

/** Attributes of the elements themselves, for `<cloudphone-wallet>` in JSX. */
export interface EmbedAttributes extends React.HTMLAttributes<EmbedElement> {
  ref?: React.Ref<EmbedElement> | undefined;
  class?: string | undefined;
  partner?: string | undefined;
  'token-endpoint'?: string | undefined;
  mode?: Options['mode'];
  loading?: Options['loading'];
  locale?: string | undefined;
  route?: string | undefined;
}
type EmbedElements = Record<`cloudphone-${Feature}`, EmbedAttributes>;
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends EmbedElements {}
  }
}
declare global {
  namespace JSX {
    interface IntrinsicElements extends EmbedElements {}
  }
}

/** React warns about layout effects on a server, which has no layout. */
const useNow = typeof document === 'undefined' ? React.useEffect : React.useLayoutEffect;

/**
 * The element is created once and only receives changes; if it is removed and inserted again at once (StrictMode), it stays as it is. It
 * receives a function that calls the latest one, so a page may create a new function in every render. `ref` gets its handle. The package
 * has one component per feature (`tools/build/embed-package.mjs`).
 */
export const component = (feature: Feature, minHeight: number): EmbedComponent =>
  React.forwardRef<Handle, EmbedProps>((given, ref) => {
    const props: Record<string, unknown> = { ...given };
    const box = React.useRef<HTMLDivElement>(null);
    const latest = React.useRef<Record<string, unknown>>({});
    const made = React.useRef<EmbedElement>(undefined);
    useNow(() => {
      const before = latest.current;
      latest.current = props;
      const element = made.current || (document.createElement(`cloudphone-${feature}`) as EmbedElement);
      made.current = element;
      for (const name of Object.keys({ ...before, ...props })) {
        const [old, value] = [before[name], props[name]];
        const same = typeof old === typeof value && JSON.stringify(old) === JSON.stringify(value);
        if (same || /^(className|id|children)$/.test(name)) continue;
        const call = (...args: unknown[]) =>
          (latest.current[name] as (...args: unknown[]) => unknown)(...args);
        Object.assign(element, { [name]: typeof value === 'function' ? call : value });
      }
    });
    useNow(() => {
      const element = made.current;
      const container = box.current;
      if (element && container) {
        container.append(element);
        // from then on it reserves its height itself
        void customElements.whenDefined(element.localName).then(() => (container.style.minHeight = ''));
      }
      return () => element?.remove();
    }, []);
    React.useImperativeHandle(ref, () => made.current as EmbedElement, []);
    const style = { minHeight: `var(--cp-min-height, ${minHeight}px)` };
    return React.createElement('div', { className: given.className, id: given.id, style, ref: box });
  }) as EmbedComponent;
