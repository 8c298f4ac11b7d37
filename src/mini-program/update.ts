import type { Words } from './words';

type Modal = (options: {
  content: string;
  confirmText: string;
  cancelText?: string;
  showCancel?: boolean;
}) => Promise<{ confirm: boolean }>;

/**
 * A new version asks for a restart; a member who declines is warned and asked again (spec §4). If another page covers ours, the dialog
 * appears when the app is shown again: `shown`.
 */
export function createUpdates(
  manager: Pick<WechatMiniprogram.UpdateManager, 'onUpdateReady' | 'applyUpdate'>,
  showModal: Modal,
  words: Words,
) {
  let ready = false;
  let asking = false;

  async function ask(): Promise<void> {
    if (!ready || asking) return; // the event may fire twice
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
