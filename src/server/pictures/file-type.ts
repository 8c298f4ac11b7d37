/** The first bytes of each file type; a dot stands for any byte. */
const pictures = {
  'image/jpeg': 'ff d8 ff',
  'image/png': '89 50 4e 47 0d 0a 1a 0a',
  'image/webp': '52 49 46 46 .. .. .. .. 57 45 42 50',
  'image/gif': '47 49 46 38 .. 61',
};
/** MP4 and QuickTime (recorded by iPhones) share one container; every player in a page plays it as MP4. */
const videos = { 'video/mp4': '.. .. .. .. 66 74 79 70' };

/** Other files for cloud phones. An MP3 begins with its tags, or with a frame. */
const documents = {
  'audio/mpeg': '49 44 33|ff fb|ff f3|ff f2',
  'application/pdf': '25 50 44 46 2d',
  'application/zip': '50 4b 03 04',
};

const typeOf = (starts: Record<string, string>, head: Buffer): string | undefined => {
  const fits = (start: string) =>
    start.split(' ').every((byte, at) => byte === '..' || head[at] === Number.parseInt(byte, 16));
  return Object.entries(starts).find(([, all]) => all.split('|').some(fits))?.[0];
};

/**
 * The picture type of these first bytes (12 are enough), whatever the file's name. SVG is not accepted because it can contain scripts.
 */
export const pictureType = (head: Buffer): string | undefined => typeOf(pictures, head);

/** The video type of these first bytes. */
export const videoType = (head: Buffer): string | undefined => typeOf(videos, head);

/** The type of these first bytes, of a file for a cloud phone. */
export const fileType = (head: Buffer): string | undefined =>
  typeOf({ ...pictures, ...videos, ...documents }, head);
