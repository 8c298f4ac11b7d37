import { useCallback, useEffect, useRef } from 'react';
import { AppState, Linking } from 'react-native';
import { WebView, type WebViewMessageEvent } from 'react-native-webview';

/** `app`, `link`, `connect` or `confirm`, as `cp-leave` has it. */
type LeaveReason = 'app' | 'link' | 'connect' | 'confirm';

interface Props {
  /** An `https` page of your server; or, with `html`, the address whose origin the page has. */
  url: string;
  /** HTML of the app. */
  html?: string;
  /** Called for each address that leaves the embed; return true if the app has opened it itself. */
  onLeave?: (url: string, reason: LeaveReason) => boolean;
}

const leave = `
  addEventListener('cp-leave', (event) => {
    event.preventDefault();
    ReactNativeWebView.postMessage(JSON.stringify({ url: event.detail.url, reason: event.detail.reason }));
  });
  true;`;
const refresh = `
  for (const one of document.querySelectorAll('*'))
    if (one.localName.startsWith('cloudphone-') && one.refresh) one.refresh();
  true;`;

/**
 * A WebView that shows a page with embeds. Links that leave the embed open in the system's browser, where members see the address and
 * have their own session. When the app is active again, every embed of the page refreshes.
 */
export function CloudphoneWebView({ url, html, onLeave }: Props) {
  const view = useRef<WebView>(null);
  const { origin } = new URL(url);

  useEffect(() => {
    const listener = AppState.addEventListener('change', (state) => {
      if (state === 'active') view.current?.injectJavaScript(refresh);
    });
    return () => listener.remove();
  }, []);

  const open = useCallback(
    (to: string, reason: LeaveReason) => {
      if (to.startsWith('https://') && !onLeave?.(to, reason)) void Linking.openURL(to);
    },
    [onLeave],
  );
  const onMessage = ({ nativeEvent }: WebViewMessageEvent) => {
    if (new URL(nativeEvent.url).origin !== origin) return; // a frame of somebody else's
    const { url: to, reason } = JSON.parse(nativeEvent.data);
    open(String(to), reason);
  };

  return (
    <WebView
      ref={view}
      source={html === undefined ? { uri: url } : { html, baseUrl: url }}
      originWhitelist={[origin]}
      injectedJavaScriptBeforeContentLoaded={leave}
      injectedJavaScriptBeforeContentLoadedForMainFrameOnly
      onMessage={onMessage}
      onOpenWindow={({ nativeEvent }) => open(nativeEvent.targetUrl, 'link')}
      onShouldStartLoadWithRequest={(request) => {
        if (request.isTopFrame === false || new URL(request.url).origin === origin) return true;
        open(request.url, 'link'); // the view stays on its page
        return false;
      }}
    />
  );
}
