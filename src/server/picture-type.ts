const starts: readonly (readonly [type: string, pattern: RegExp])[] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/gif', /^GIF8[79]a/],
];

/** What kind of picture starts with these bytes (12 are enough), whatever its name says. SVG is none: it can hold scripts. */
export function pictureType(head: Buffer): string | undefined {
  const text = head.subarray(0, 12).toString('latin1');
  return starts.find(([, pattern]) => pattern.test(text))?.[0];
}
