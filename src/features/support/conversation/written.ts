import { css } from 'goober';

/** What people wrote, with their line breaks. */
export const written = css`
  white-space: pre-wrap;
  word-break: break-word;
  overflow-wrap: anywhere;
`;
