import { longestSearch } from '../../contract/video/circle.rules';

/** The stored and compared form of a tag: lower case, without the `#`. */
export const tagOf = (text: string): string => text.replace(/^#/, '').toLowerCase();

/** The distinct `#words` of a text: letters, digits and `_` of any script. Longer words than a tag may be are ignored. */
export const tagsOf = (text: string): string[] =>
  [...new Set((text.match(/(?<![\p{L}\p{N}_/#])#[\p{L}\p{N}_]+/gu) ?? []).map(tagOf))].filter(
    (tag) => tag.length <= longestSearch,
  );
