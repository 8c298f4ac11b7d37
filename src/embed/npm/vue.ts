import type { EmbedElement, Feature, Options } from '../api';

// For Vue 3. It needs nothing of Vue's own code: a plugin and a directive are objects.

/** Attributes of the elements in templates. Functions and objects go through `v-cloudphone`. */
interface ElementProps {
  partner?: string;
  tokenEndpoint?: string;
  mode?: Options['mode'];
  loading?: Options['loading'];
  locale?: string;
  route?: string;
}
/** The elements as the package's declarations give them to `GlobalComponents` of Vue (`tools/build/embed-package.mjs`). */
export type ElementComponents = Record<
  `cloudphone-${Feature}`,
  new () => { $props: ElementProps & Record<string, unknown> }
>;

interface Binding {
  value: Options;
  oldValue?: Options | null;
}
const tell = (element: EmbedElement, { value, oldValue }: Binding) => {
  for (const name of Object.keys({ ...oldValue, ...value }) as (keyof Options)[])
    if (value[name] !== oldValue?.[name]) Object.assign(element, { [name]: value[name] });
};

/**
 * `<cloudphone-wallet v-cloudphone="{ fetchToken, theme }" />`: options as properties, also before the script is there. Vue writes a
 * function as text where an element does not know it yet.
 */
export const vCloudphone: {
  created(element: EmbedElement, binding: Binding): void;
  updated(element: EmbedElement, binding: Binding): void;
} = { created: tell, updated: tell };

/** What an app of Vue's has, as far as this file needs it. */
interface App {
  config: { compilerOptions: { isCustomElement?: (tag: string) => boolean } };
  directive(name: string, directive: typeof vCloudphone): unknown;
}

/** `app.use(cloudphone)`: the directive, and our elements are no components that Vue misses. */
export const cloudphone: { install(app: App): void } = {
  install(app) {
    const before = app.config.compilerOptions.isCustomElement;
    app.config.compilerOptions.isCustomElement = (tag) =>
      tag.startsWith('cloudphone-') || before?.(tag) === true;
    app.directive('cloudphone', vCloudphone);
  },
};
