import { themeTokens } from '../contract/embed/theme-tokens';
import { localeOf } from '../contract/wire/locale';
import type { Options } from './api';
import type { Advice } from './host';

/** Options by their names in scripts, and the attributes among them. */
const options =
  'partner fetchToken tokenEndpoint mode loading locale route heading theme messages nonce onReady onContent onRouteChange onLeave onEvent onError onDestroyed';
const attributes = 'partner token-endpoint mode loading locale route heading nonce ended';
/** Attributes of any element, and those that frameworks add. */
const anybodys =
  /^((id|class|style|title|lang|dir|hidden|slot|part|role|tabindex|inert|is|name|ref|key)$|(data|aria|v|x|hx|s|c|astro|svelte|ng)-|on|_|ng|[^a-z])/;

const among = (names: string, name: string) => names.split(' ').includes(name);

/**
 * Warns the developer about attributes and properties of an embed that are unknown or have an invalid value, which are ignored. Loaded in
 * development only, after the first content. `partner`: the partner of the token, if known.
 */
export function review(element: Element, given: Options, partner?: string): Advice[] {
  const found: Advice[] = [];
  const say = (given: string, allowed: string) =>
    found.push({ code: 'option_unknown', given, allowed: allowed.split(' ') });
  for (const name of element.getAttributeNames())
    if (!among(attributes, name) && !anybodys.test(name))
      say(`the attribute ${name}`, attributes.replace(' ended', ''));
  for (const name in given) if (!among(options, name)) say(`the option ${name}`, options);
  const { mode, loading, locale, theme } = given;
  if (mode && !/^(shadow|iframe)$/.test(mode)) say(`mode="${mode}"`, 'shadow iframe');
  if (loading && !/^(lazy|eager)$/.test(loading)) say(`loading="${loading}"`, 'lazy eager');
  if (locale && localeOf(locale) === 'en' && !/^en/i.test(locale))
    say(`locale="${locale}"`, 'en zh zh-Hant vi');
  if (theme && typeof theme !== 'object') say(`theme=${theme}, a ${typeof theme}`, 'an object');
  if (partner && given.partner !== partner)
    say(`partner="${given.partner ?? ''}", but the token was made for ${partner}`, partner);
  // engines without it do not list custom properties
  const styles = element.computedStyleMap?.() as Iterable<[string, unknown]> | undefined;
  for (const [name] of styles ?? [])
    if (/^--cp-/.test(name) && !themeTokens.includes(name.slice(5) as 'radius'))
      say(name, themeTokens.map((one) => `--cp-${one}`).join(' '));
  return found;
}
