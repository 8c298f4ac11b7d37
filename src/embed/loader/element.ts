import type { Feature, Handle, Options } from '../api';
import { CloudPhoneEmbedError } from './errors';
import { createEmbed, type Embed, type Shared } from './instance';

const texts = 'partner token-endpoint mode loading locale route heading'.split(' ');
const attributes = [...texts, 'nonce'];
const optionOf = (name: string) => name.replace(/-(\w)/, (_, letter) => letter.toUpperCase());
const properties = [
  ...texts.map(optionOf),
  ...'fetchToken theme messages onReady onContent onRouteChange onLeave onEvent onError onDestroyed'.split(
    ' ',
  ),
];

/** One of our elements, as this file uses it. */
interface OwnElement extends HTMLElement {
  readonly embed: Embed;
}

/**
 * The element of a feature. It starts when it is inserted into a page, and ends when it is removed (not when it is moved). An option is
 * an attribute or a property; properties that were set before this code was loaded are kept.
 */
export function elementOf(shared: Shared, feature: Feature): CustomElementConstructor {
  class Element extends HTMLElement implements OwnElement {
    readonly own: Record<string, unknown> = {};
    readonly embed = createEmbed(shared, feature, this, this.own);

    static get observedAttributes() {
      return attributes;
    }
    connectedCallback() {
      const before: Record<string, unknown> = {};
      for (const name of properties) {
        if (!Object.keys(this).includes(name)) continue;
        // biome-ignore lint/suspicious/noExplicitAny: an element has properties by any name that a page gave it
        before[name] = (this as any)[name];
        // biome-ignore lint/suspicious/noExplicitAny: as above
        delete (this as any)[name];
      }
      this.embed.update(before);
      this.embed.start();
    }
    disconnectedCallback() {
      // A move is a removal and an insertion: only an element that is still outside afterwards was removed.
      void Promise.resolve().then(() => {
        if (!this.isConnected) this.embed.stop('removed');
      });
    }
    attributeChangedCallback(name: string, _: unknown, value: string | null) {
      this.embed.update({ [optionOf(name)]: value ?? undefined });
    }
  }
  const define = (name: string, about: PropertyDescriptor & ThisType<Element>) =>
    Object.defineProperty(Element.prototype, name, { configurable: true, ...about });
  for (const name of properties)
    define(name, {
      get() {
        return this.own[name];
      },
      set(value) {
        if (this.own[name] !== value) this.embed.update({ [name]: value });
      },
    });
  for (const name of ['feature', 'state', 'update', 'navigate', 'refresh', 'destroy'] as (keyof Handle)[])
    define(name, {
      get() {
        return this.embed[name];
      },
    });
  return Element;
}

/** Adds an embed to a page: the same element, created here. Throws an `EmbedError` if the feature or the target does not exist. */
export function mountInto(shared: Shared, feature: Feature, target: Element | string, options: Options = {}) {
  const { heights } = shared;
  if (!heights[feature])
    throw new CloudPhoneEmbedError('unknown_feature', { given: `${feature}, not ${Object.keys(heights)}` });
  const into = typeof target === 'string' ? document.querySelector(target) : target;
  if (!into) throw new CloudPhoneEmbedError('target_not_found', { given: `${target}` });
  const { fetchToken, tokenEndpoint } = { ...shared.defaults, ...options };
  if (!fetchToken && !tokenEndpoint) throw new CloudPhoneEmbedError('fetch_token_missing');
  const element: HTMLElement = document.createElement(`cloudphone-${feature}`);
  const handle: Handle = (element as OwnElement).embed;
  handle.update(options);
  into.append(element);
  return handle;
}
