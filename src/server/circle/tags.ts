import { longestSearch } from '../../contract/video/circle.rules';

/** How a tag is kept and compared: in lower case, without the `#`. */
export const tagOf = (text: string): string => text.replace(/^#/, '').toLowerCase();

/** `#words` of a text, each once: letters, digits and `_` of any script. Longer ones than are asked for are no tags. */
export const tagsOf = (text: string): string[] =>
  [...new Set((text.match(/(?<![\p{L}\p{N}_/#])#[\p{L}\p{N}_]+/gu) ?? []).map(tagOf))].filter(
    (tag) => tag.length <= longestSearch,
  );
