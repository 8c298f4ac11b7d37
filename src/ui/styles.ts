import { css } from 'goober';

/** For screen readers only. */
export const hidden = css`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip: rect(0 0 0 0);
  white-space: nowrap;
`;

/** Muted text: hints, times, secondary facts. */
export const quiet = css`
  color: var(--cp-quiet);
  font-weight: 400;
  font-size: 13px;
`;

/** Side by side, centred; an element with `data-grow` takes the remaining space. */
export const row = css`
  display: flex;
  align-items: center;
`;

/** The same with 12 px between. Its `data-grow` takes the remaining space; what follows it is at the end, also on a line of its own. */
export const spread = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  & > * + * {
    margin-left: 12px;
  }
  & > [data-grow] {
    flex: 1 1 5.2em;
  }
`;

/** Buttons of equal rank side by side, or below each other if their words would have to wrap. */
export const pair = css`
  display: flex;
  flex-wrap: wrap;
  margin: 9px -5px -5px;
  & > * {
    flex: 1 1 8em;
    min-width: fit-content;
    margin: 5px;
  }
`;

/** In the middle of an otherwise empty screen. */
export const middle = css`
  display: flex;
  flex-direction: column;
  align-items: center;
  padding: 40px 24px;
  text-align: center;
  text-wrap: balance;
  & > * + * {
    margin-top: 16px;
  }
`;

/** The whole height of a screen that ends in a bar, however little content is above it. */
export const full = css`
  display: flex;
  flex: 1 0 auto;
  flex-direction: column;
`;

/** A surface: a card on the background. */
export const panel = css`
  display: block;
  width: 100%;
  overflow: hidden;
  border-radius: var(--cp-round);
  background: var(--cp-card);
  & + & {
    margin-top: 10px;
  }
`;

/** A round or square target of 44 px with an icon. */
export const target = css`
  display: flex;
  position: relative;
  flex: none;
  align-items: center;
  justify-content: center;
  min-width: 44px;
  min-height: 44px;
  border-radius: var(--cp-round-control);
  color: inherit;
  &:active {
    background: var(--cp-sunk);
  }
  & > span[aria-hidden] {
    position: absolute;
    top: 2px;
    right: 0;
  }
`;

/** The style of inputs. 16 px: with less, an iPhone zooms into the page. */
export const input = css`
  display: block;
  width: 100%;
  min-width: 0;
  min-height: 48px;
  padding: 11px 14px;
  border: 1px solid var(--cp-edge);
  border-radius: var(--cp-round-control);
  background-color: var(--cp-card);
  font-size: 16px;
  -webkit-appearance: none;
  appearance: none;
  &::placeholder {
    color: var(--cp-quiet);
    opacity: 1;
  }
  &:focus {
    outline: 2px solid var(--cp-accent);
    outline-offset: -1px;
  }
  &[aria-invalid='true'] {
    border-color: var(--cp-bad);
    box-shadow: inset 0 0 0 1px var(--cp-bad);
  }
`;

/** An input and a button beside it, or below it if there is not enough room. */
export const beside = css`
  position: relative;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  margin: -4px;
  & > input {
    flex: 1 1 120px;
    width: auto;
    margin: 4px;
  }
  & > button {
    margin: 4px;
  }
`;

/** An input with a button inside it, at its end. */
export const inside = css`
  position: relative;
  & > input {
    padding-right: 52px;
  }
  & > button {
    position: absolute;
    top: 2px;
    right: 2px;
  }
`;

/** Labels with a checkbox or radio button. */
export const choice = css`
  & label {
    display: flex;
    align-items: center;
    min-height: 44px;
    padding: 4px 0;
  }
  & input {
    flex: none;
    width: 22px;
    height: 22px;
    margin: 0 12px 0 0;
  }
`;

/** A checkbox: an input for keyboards and screen readers, drawn in the app's colours. */
export const checkBox = css`
  position: relative;
  flex: none;
  width: 22px;
  height: 22px;
  margin: 0 12px 0 0;
  border: 2px solid var(--cp-edge);
  border-radius: calc(var(--cp-round) * 7 / 16);
  background: var(--cp-card);
  -webkit-appearance: none;
  appearance: none;
  &:checked {
    border-color: var(--cp-accent);
    background: var(--cp-accent);
  }
  &:checked::after {
    position: absolute;
    top: 2px;
    left: 6px;
    width: 5px;
    height: 10px;
    border: solid var(--cp-on);
    border-width: 0 2px 2px 0;
    transform: rotate(45deg);
    content: '';
  }
  &[aria-invalid='true'] {
    border-color: var(--cp-bad);
  }
  &:disabled {
    opacity: 0.5;
  }
`;

/** The fields of a form, below each other; the message for the whole form; and the button. */
export const filled = css`
  & > * + * {
    margin-top: 16px;
  }
  & > button {
    width: 100%;
  }
  & > [role='alert'] {
    padding: 12px 14px;
    border-radius: var(--cp-round-control);
    background: var(--cp-bad-soft);
    color: var(--cp-bad);
  }
`;

/** The text of an action that deletes or unlinks something. */
export const red = { color: 'var(--cp-bad)' };
