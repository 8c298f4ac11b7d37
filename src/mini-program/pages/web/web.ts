import { ownWords } from '../../language';
import { isOwn, origin, parameter, type Shell, withResult } from '../../result';

interface Card {
  title: string;
  url: string;
}

/** An invite code in the scene of a mini-program code. */
const invitation = /^i=([A-Za-z0-9]{4,16})$/;

/**
 * The web page, and the results that native pages return to it. `u`: the initial path of ours; `scene`: the content of a scanned code.
 */
Page({
  data: { src: '', failed: false, words: ownWords() },
  /** The card for the menu, set by the page. */
  card: undefined as Card | undefined,

  onLoad({ u, scene }: { u?: string; scene?: string }) {
    const [, inviteCode] = invitation.exec(parameter(scene)) ?? [];
    const path = inviteCode ? `/?inviteCode=${inviteCode}` : parameter(u);
    this.setData({ src: /^\/(?!\/)/.test(path) ? `${origin}${path}` : `${origin}/` });
  },

  onShow() {
    const { globalData } = getApp<Shell>();
    const { result } = globalData;
    if (!result) return;
    globalData.result = undefined; // used once
    this.setData({ src: withResult(result) });
  },

  /** All messages of the page since the last time; the newest counts. */
  onMessage({ detail }: { detail: { data: Card[] } }) {
    const [card] = detail.data.slice(-1);
    if (card && isOwn(card.url)) this.card = card;
  },

  onShareAppMessage({ webViewUrl = '' }: { webViewUrl?: string }) {
    const { title = 'Cloudphone', url = webViewUrl } = this.card ?? {};
    this.card = undefined;
    const path = isOwn(url) ? url.slice(origin.length) : '';
    return { title, path: `/pages/web/web?u=${encodeURIComponent(path || '/')}` };
  },

  onFailed() {
    this.setData({ failed: true });
  },
  onRetry() {
    this.setData({ failed: false });
  },
});
