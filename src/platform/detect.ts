import { browser } from './browser';
import type { Platform } from './platform';

/** Loads only what is needed: a browser never downloads the WeChat code, nor anybody what draws pictures anew or shows embeds. */
export async function detect(agent = navigator.userAgent): Promise<Platform> {
  const platform = /MicroMessenger/i.test(agent)
    ? (await import('./wechat')).wechat(/miniProgram/i.test(agent))
    : browser();
  return {
    ...platform,
    embed: async (feature, into, how) => (await import('./embed')).embed(feature, into, how),
    shrink: async (picture, side) =>
      import('./shrink').then(
        ({ shrink }) => shrink(picture, side),
        () => picture, // as it is, then: the server looks at it anyway
      ),
  };
}
