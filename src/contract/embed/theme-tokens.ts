const colors =
  'primary on-primary bg surface text text-muted border danger success warning focus strong on-strong';

/**
 * What partners can set of the look of an embed; the embeds and the console's editor read this list. With the property of CSS that takes
 * what a token may be, or the words that it may be.
 */
export const tokenKinds: readonly (readonly [tokens: string, property: string | RegExp])[] = [
  [colors.replace(/(\S+)/g, 'color-$1'), 'color'],
  ['font-family', 'font-family'],
  ['font-size', 'font-size'],
  ['line-height', 'line-height'],
  ['radius radius-control', 'border-radius'],
  ['space control-height max-width min-height max-height', 'width'],
  ['border-width', 'border-top-width'],
  ['shadow', 'box-shadow'],
  ['motion', /^[01]$/],
  ['scheme', /^(light|dark|auto)$/],
];
/** The tokens of the look: `color-primary`, … */
export const themeTokens = /* @__PURE__ */ tokenKinds.flatMap(([tokens]) => tokens.split(' '));

/** What a value has to look like: nothing that could fetch anything, or end the declaration. */
export const safeValue = /^[-\w #%.,()'"/+*]{1,200}$/;
