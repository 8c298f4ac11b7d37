import { browser } from './browser';
import type { Platform } from './platform';

/** WeChat's browser, or the web view of our mini-program: a browser that knows where it is. */
export const wechat = (miniProgram: boolean): Platform => ({
  ...browser(miniProgram ? 'mini' : 'h5'),
  name: miniProgram ? 'mini-program' : 'wechat',
});
