import type { Platform } from './platform';

/** Loads only the implementation that is needed: a browser never downloads the WeChat code. */
export async function detect(agent = navigator.userAgent): Promise<Platform> {
  if (/MicroMessenger/i.test(agent)) return (await import('./wechat')).wechat(/miniProgram/i.test(agent));
  return (await import('./browser')).browser();
}
