import { inflateSync } from 'node:zlib';

/** The text of a PDF of ours in the order in which it was drawn, as a reader copies it: a line for each piece, where each begins, and its pages. */
export function pdfText(bytes: Buffer): { lines: string[]; lefts: number[]; pages: number } {
  const raw = bytes.toString('latin1');
  const streams = [...raw.matchAll(/stream\r?\n/g)]
    .filter(({ index }) => !raw.startsWith('endstream', index - 3))
    .map(({ 0: { length }, index }) => {
      const end = raw.indexOf('endstream', index + length);
      try {
        return inflateSync(bytes.subarray(index + length, end)).toString('latin1');
      } catch {
        return ''; // the font
      }
    });
  // the glyphs of the one font, by their numbers in it
  const letters = new Map<number, string>();
  for (const map of streams.filter((one) => one.includes('beginbfrange')))
    for (const [, from = '', all = ''] of map.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[([^\]]*)\]/gi))
      for (const [at, [, code = '']] of [...all.matchAll(/<([\da-f ]*)>/gi)].entries()) {
        const text = Buffer.from(code.replace(/ /g, ''), 'hex'); // of two letters, if the glyph joins them: `ff`
        letters.set(Number.parseInt(from, 16) + at, text.swap16().toString('utf16le'));
      }
  const lines = streams.flatMap((one) =>
    [...one.matchAll(/\[([^\]]*)\] TJ/g)].map(([, parts = '']) =>
      [...parts.matchAll(/<([\da-f]*)>/gi)]
        .flatMap(([, codes = '']) => codes.match(/.{4}/g) ?? [])
        .map((code) => letters.get(Number.parseInt(code, 16)) ?? '�')
        .join(''),
    ),
  );
  const lefts = streams.flatMap((one) =>
    [...one.matchAll(/^1 0 0 1 ([\d.]+) [\d.]+ Tm$/gm)].map(([, left]) => Number(left)),
  );
  return { lines, lefts, pages: (raw.match(/\/Type \/Page\b(?!s)/g) ?? []).length };
}
