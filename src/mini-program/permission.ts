import type { Words } from './words';

/** Whether the member has forbidden a call, now or before. */
export const isDenied = (error: unknown) =>
  /auth(orize)?:? ?(deny|denied|no response)|permission denied/i.test(
    (error as { errMsg?: string })?.errMsg ?? '',
  );
export const isCancelled = (error: unknown) => /cancel/i.test((error as { errMsg?: string })?.errMsg ?? '');

/** Performs a task that needs the member's permission; if it is missing, asks, and opens the settings for it (spec §8). */
export async function withPermission<T>(work: () => Promise<T>, words: Words): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDenied(error)) throw error;
    const { confirm } = await wx.showModal({
      content: words.notAuthorized,
      confirmText: words.yes,
      cancelText: words.no,
    });
    if (!confirm) throw error;
    await wx.openSetting();
    return work();
  }
}
