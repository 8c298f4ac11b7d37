import type { ThemeToken } from './api';

const colors =
  'primary on-primary bg surface text text-muted border danger success warning focus strong on-strong';

/** The CSS property that accepts the value of a token; or the allowed keywords. */
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
/** The theme tokens: `color-primary`, … */
export const themeTokens = tokenKinds.flatMap(([tokens]) => tokens.split(' ')) as ThemeToken[];
