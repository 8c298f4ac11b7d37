import type { Range } from '../kernel/file-store';

/**
 * The range that a `Range` header requests of a file of `size` bytes (RFC 9110 §14): `'all'` if there is no header, or one that may be
 * ignored, such as several ranges; `'none'` if the range is outside the file.
 */
export function rangeOf(header: string | undefined, size: number): Range | 'all' | 'none' {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === undefined || (!first && !last)) return 'all';
  if (!first) {
    const count = Math.min(Number(last), size);
    return count ? { start: size - count, end: size - 1 } : 'none';
  }
  const start = Number(first);
  const end = last ? Math.min(Number(last), size - 1) : size - 1;
  if (last && Number(last) < start) return 'all';
  return start < size ? { start, end } : 'none';
}
