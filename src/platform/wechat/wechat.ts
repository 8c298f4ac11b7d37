import type { GatewayCalls, Platform } from '../../core/platform';
import { browser } from '../browser/browser';
import { copy } from '../browser/copy';
import { restoreScroll } from '../browser/keyboard';
import { innerScroller } from '../host/inner-scroller';
import { miniCode } from './mini-code';
import { createNativePages } from './mini-program';
import { wechatPay } from './pay';
import type * as sdkModule from './sdk';

/**
 * WeChat's browser, or the web view of our mini-program, where native pages provide functions that the JS-SDK may not use. `load` loads
 * the JS-SDK on demand.
 */
export function wechat(agent: string, load: () => Promise<typeof sdkModule>): Platform {
  const isMiniProgram = /miniProgram/i.test(agent);
  const landing = location.href;
  const notYet = () => Promise.reject(new Error('unavailable'));
  let gateway: GatewayCalls = { shareData: notYet, miniCode: notYet, mediaTicket: notYet };
  let loading: Promise<sdkModule.Sdk> | undefined;
  const sdk = () => {
    loading ??= load().then(
      ({ createSdk }) =>
        createSdk((url) => gateway.shareData(url), {
          landing,
          current: () => location.href,
          ios: /iP(hone|ad|od)/.test(agent),
        }),
      (error) => {
        loading = undefined; // loaded again the next time
        throw error;
      },
    );
    return loading;
  };
  const page = browser(isMiniProgram ? 'mini' : 'h5');
  /** Also when a page returns from the back cache, which fires no other event. */
  const onShow = (onVisible: () => void) => {
    const stop = page.onShow(onVisible);
    const restored = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onVisible();
    };
    addEventListener('pageshow', restored);
    return () => {
      stop();
      removeEventListener('pageshow', restored);
    };
  };
  document.addEventListener('focusout', () => restoreScroll());
  const scroller = innerScroller(agent);
  const common = {
    ...page,
    ...(scroller && { scroller }),
    onShow,
    copy,
    outside: page.leave,
    configure: (given: GatewayCalls) => {
      gateway = given;
    },
    position: async () => (await sdk()).position(),
    chooseImage: async () => (await sdk()).chooseImage(),
  };
  if (isMiniProgram) {
    const navigateTo = async (url: string) => (await load()).navigateTo(url);
    const mediaTicket: GatewayCalls['mediaTicket'] = (kind) => gateway.mediaTicket(kind);
    const native = createNativePages({ tab: page.tab, onShow, navigateTo, mediaTicket });
    return {
      ...common,
      name: 'mini-program',
      ...native,
      // an older mini-program lacks this page
      chooseImage: () => native.chooseImage().catch(common.chooseImage),
      miniCode: async () => miniCode(await gateway.miniCode()),
      async share(card) {
        (await load()).leaveCard(card);
        return 'menu';
      },
    };
  }
  return {
    ...common,
    name: 'wechat',
    pay: wechatPay(sdk, onShow),
    wechatSignIn: true,
    // if the content cannot be set, WeChat's menu shares the page itself
    share: (card) =>
      sdk()
        .then(({ share }) => share(card))
        .catch(() => 'menu'),
    scan: async () => (await sdk()).scan(),
    openLocation: async (spot) => (await sdk()).openLocation(spot),
    addressBook: async () => (await sdk()).addressBook(),
  };
}
