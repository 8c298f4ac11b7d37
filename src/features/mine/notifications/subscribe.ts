/** A browser's subscription, in base64url. */
interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Takes push messages in this browser. */
export interface Pusher {
  /** `denied`: only the browser's own settings allow it again. */
  permission(): NotificationPermission;
  /** Asks the member where the browser has not; nothing where they decline. Call it while a tap is being answered. */
  subscribe(key: string): Promise<Subscription | undefined>;
  stop(): Promise<void>;
}

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0));

/** Nothing in a browser that takes no push messages: an old one, WeChat's, or an iPhone's before the app is on its home screen. */
export function pusherOf(view: Window & typeof globalThis): Pusher | undefined {
  const { serviceWorker } = view.navigator;
  if (!serviceWorker || !('PushManager' in view) || !('Notification' in view)) return;
  const registration = async () => {
    const found = await serviceWorker.getRegistration();
    if (!found) throw new TypeError('there is no service worker'); // private windows, and where it is blocked
    return found;
  };
  return {
    permission: () => view.Notification.permission,
    async subscribe(key) {
      if ((await view.Notification.requestPermission()) !== 'granted') return;
      const { pushManager } = await registration();
      // one that another gateway's key was given for is refused by its push service
      await (await pushManager.getSubscription())?.unsubscribe();
      const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
      const { endpoint = '', keys } = made.toJSON();
      return { endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
    },
    async stop() {
      await (await (await registration()).pushManager.getSubscription())?.unsubscribe();
    },
  };
}
