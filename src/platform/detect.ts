import type { Platform } from '../core/platform';
import { browser } from './browser/browser';

/**
 * Loads only the required platform: browsers do not download the WeChat code, and code for shrinking pictures or for embeds is loaded on
 * demand.
 */
export async function detect(agent = navigator.userAgent): Promise<Platform> {
  const platform = /MicroMessenger/i.test(agent)
    ? (await import('./wechat/wechat')).wechat(agent, () => import('./wechat/sdk'))
    : browser();
  let offer: Event | undefined; // for adding the app to the home screen: captured once, before it is needed
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
        () => picture, // unchanged in that case: the server checks it anyway
      ),
  };
}
