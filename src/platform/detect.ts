import type { Platform } from '../core/platform';
import { browser } from './browser/browser';

/** Loads only what is needed: a browser never downloads the WeChat code, nor anybody what draws pictures anew or shows embeds. */
export async function detect(agent = navigator.userAgent): Promise<Platform> {
  const platform = /MicroMessenger/i.test(agent)
    ? (await import('./wechat/wechat')).wechat(agent, () => import('./wechat/sdk'))
    : browser();
  let offer: Event | undefined; // to be put on the home screen: made once, before anybody asks
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event;
  });
  return {
    ...platform,
    installation: async () => (await import('./browser/installation')).installation(offer),
    embed: async (feature, into, how) => (await import('./host/embed')).embed(feature, into, how),
    ...('geolocation' in navigator &&
      !platform.position && { position: async () => (await import('./browser/position')).position() }),
    // WeChat lets no page save a file: addresses are copied there
    ...(platform.name === 'browser' && {
      saveFile: async (file, name) => (await import('./browser/save-file')).saveFile(file, name),
    }),
    sharePicture: async (picture, title) =>
      (await import('./browser/share-picture')).sharePicture(picture, title),
    shrink: async (picture, side) =>
      import('./shrink').then(
        ({ shrink }) => shrink(picture, side),
        () => picture, // as it is, then: the server looks at it anyway
      ),
  };
}
