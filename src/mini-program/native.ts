import { ownWords } from './language';
import { isCancelled, withPermission } from './permission';
import { finish } from './result';
import type { Words } from './words';

/** What a page is opened with, as it stands in the address. */
type Params = Record<string, string | undefined>;

interface Said {
  title: keyof Words;
  busy: keyof Words;
  /** What is said of a failure; a cancelled one goes straight back. */
  failed?: keyof Words;
}

interface Native {
  /** What is said, which may depend on what was asked for. */
  says: Said | ((params: Params) => Said);
  /** What the member is led through; nothing when there is nothing to hand over. */
  work(params: Params, words: Words): Promise<unknown>;
}

/** A page that does one thing at once, and goes back with what came of it. */
export function nativePage({ says, work }: Native): void {
  const saysOf = (params: Params) => (typeof says === 'function' ? says(params) : says);
  Page({
    data: { text: '', action: '', words: ownWords() },
    asked: {} as Params,
    running: false,

    onLoad(asked: Params) {
      this.asked = asked;
      void wx.setNavigationBarTitle({ title: this.data.words[saysOf(asked).title] });
      void this.onRetry();
    },

    async onRetry() {
      if (this.running) return;
      this.running = true;
      const { words } = this.data;
      const { busy, failed = 'wrong' } = saysOf(this.asked);
      this.setData({ text: words[busy], action: '' });
      try {
        finish(this.asked, await withPermission(() => work(this.asked, words), words));
      } catch (error) {
        if (isCancelled(error)) finish(this.asked);
        else this.setData({ text: words[failed], action: words.retry });
      } finally {
        this.running = false;
      }
    },

    onBack() {
      finish(this.asked);
    },
  });
}
