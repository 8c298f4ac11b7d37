import { ownWords } from './language';
import { isCancelled, withPermission } from './permission';
import { finish } from './result';
import type { Words } from './words';

/** The parameters of a page, as they are in the address. */
type Params = Record<string, string | undefined>;

interface Texts {
  title: keyof Words;
  busy: keyof Words;
  /** The message for a failure; a canceled task goes back directly. */
  failed?: keyof Words;
}

interface Native {
  /** The messages, which may depend on the parameters. */
  says: Texts | ((params: Params) => Texts);
  /** The task; resolves with undefined if there is no result to return. */
  work(params: Params, words: Words): Promise<unknown>;
}

/** A page that performs one task at once, and goes back with its result. */
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
