import type { Download } from '../../core/navigation/download';

/**
 * The style sheet that the first screens do without. Downloaded like a screen's code, so that a lost connection is found
 * out and tried again, then linked from the HTTP cache.
 */
export function createLateSheet(url: string, download: Download): () => Promise<void> {
  let here: Promise<void> | undefined;
  const link = () =>
    new Promise<void>((settle, fail) => {
      const sheet = document.createElement('link');
      sheet.rel = 'stylesheet';
      sheet.href = url;
      sheet.onload = () => settle();
      sheet.onerror = () => {
        sheet.remove();
        fail(new Error(url));
      };
      document.head.append(sheet);
    });
  return () => {
    here ??= download(url)
      .then(link)
      .catch((error) => {
        here = undefined;
        throw error;
      });
    return here;
  };
}
