import type { Download } from '../../core/navigation/download';

/**
 * The style sheet that the first screens do not need. Downloaded like a screen's code, so that a lost connection is detected and retried,
 * then linked from the HTTP cache.
 */
export function createLateSheet(url: string, download: Download): () => Promise<void> {
  let loading: Promise<void> | undefined;
  const link = () =>
    new Promise<void>((resolve, fail) => {
      const sheet = document.createElement('link');
      sheet.rel = 'stylesheet';
      sheet.href = url;
      sheet.onload = () => resolve();
      sheet.onerror = () => {
        sheet.remove();
        fail(new Error(url));
      };
      document.head.append(sheet);
    });
  return () => {
    loading ??= download(url)
      .then(link)
      .catch((error) => {
        loading = undefined;
        throw error;
      });
    return loading;
  };
}
