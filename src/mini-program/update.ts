import type { Words } from './words';

type Modal = (options: {
  content: string;
  confirmText: string;
  cancelText?: string;
  showCancel?: boolean;
}) => Promise<{ confirm: boolean }>;

/**
 * A new version asks for a restart; whoever refuses is warned, and asked again (spec §4). A question that cannot be put, because another
 * page is over ours, is put when the app is shown again: `shown`.
 */
export function createUpdates(
  manager: Pick<WechatMiniprogram.UpdateManager, 'onUpdateReady' | 'applyUpdate'>,
  showModal: Modal,
  words: Words,
) {
  let ready = false;
  let asking = false;

  async function ask(): Promise<void> {
    if (!ready || asking) return; // it may be told twice
    asking = true;
    try {
      for (;;) {
        const { confirm } = await showModal({
          content: words.update,
          confirmText: words.restart,
          cancelText: words.later,
        });
        if (confirm) return manager.applyUpdate();
        await showModal({ content: words.updateRefused, confirmText: words.fine, showCancel: false });
      }
    } catch {
      // asked again by `shown`
    } finally {
      asking = false;
    }
  }
  manager.onUpdateReady(() => {
    ready = true;
    void ask();
  });
  return { shown: ask };
}
