import type { Translate } from '../../core/text/i18n';

/** A number of bytes as text, with one decimal from a megabyte on. */
export function sizeText(bytes: number, t: Translate): string {
  const kb = Math.max(1, Math.round(bytes / 1024));
  return kb < 1024 ? t('videos.kb', { count: kb }) : t('videos.mb', { count: (kb / 1024).toFixed(1) });
}
