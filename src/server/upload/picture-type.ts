/** How files of each type start; a dot stands for any byte. */
const starts = {
  'image/jpeg': 'ff d8 ff',
  'image/png': '89 50 4e 47 0d 0a 1a 0a',
  'image/webp': '52 49 46 46 .. .. .. .. 57 45 42 50',
  'image/gif': '47 49 46 38 .. 61',
};

/** What kind of picture starts with these bytes (12 are enough), whatever its name says. SVG is none: it can hold scripts. */
export function pictureType(head: Buffer): string | undefined {
  const fits = (start: string) =>
    start.split(' ').every((byte, at) => byte === '..' || head[at] === Number.parseInt(byte, 16));
  return Object.entries(starts).find(([, start]) => fits(start))?.[0];
}
