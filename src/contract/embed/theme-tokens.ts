const colors =
  'primary on-primary bg surface text text-muted border danger success warning focus strong on-strong';

/**
 * The theme tokens of embeds, for the embeds and the console's editor: with the CSS property that accepts the value of a token, or the
 * allowed keywords.
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

/** The syntax of a valid value: it cannot load anything, or end the declaration. */
export const safeValue = /^[-\w #%.,()'"/+*]{1,200}$/;
