import { css } from 'goober';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Icon } from '../../../ui/display/icon';
import { sendIcon } from '../../../ui/display/icons';
import { input, target } from '../../../ui/styles';

const composer = css`
  display: flex;
  flex: none;
  align-items: flex-end;
  margin: 0 -16px;
  padding: 8px 16px;
  padding-bottom: calc(8px + env(safe-area-inset-bottom));
  border-top: 1px solid var(--cp-line);
  background: var(--cp-card);
  .cp & {
    margin: 0;
    padding: 8px 0;
    border: 0;
    background: none;
  }
  & > textarea {
    flex: 1;
    max-height: 132px;
    resize: none;
    line-height: 24px;
  }
  & > textarea::placeholder {
    white-space: nowrap;
  }
  & > button,
  & > label {
    margin: 2px;
    border-radius: calc(var(--cp-round) * 22 / 16);
    color: var(--cp-accent);
  }
  & > label {
    margin-left: -8px;
  }
  & > button[type='submit'] {
    margin-right: -8px;
  }
  & > button:disabled {
    color: var(--cp-edge);
    cursor: default;
  }
`;

/**
 * What is written into at the bottom of a conversation, as tall as its text up to five lines. Where there is a mouse there is
 * a keyboard: Enter sends there, and begins a new line on a phone.
 */
export function Composer({
  text,
  onText,
  onSend,
  label,
  send,
  max,
  before,
  action,
}: {
  text: string;
  onText(text: string): void;
  /** With the text as it is sent: trimmed, not empty. */
  onSend(text: string): void;
  label: string;
  /** What the button that sends is called. */
  send: string;
  /** Characters. */
  max: number;
  /** Left of the text: pictures. */
  before?: ReactNode;
  /** Instead of the button that sends: stopping an answer. */
  action?: ReactNode;
}) {
  const box = useRef<HTMLTextAreaElement>(null);
  const ready = text.trim();
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { style } = element;
    style.height = 'auto';
    style.height = `${element.scrollHeight + 2}px`; // the borders
  }, [text]);
  const submit = () => {
    if (ready && !action) onSend(ready);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const view = event.currentTarget.ownerDocument.defaultView;
    // 229: a word is being composed, and Enter chooses it
    if (event.key !== 'Enter' || event.shiftKey || event.keyCode === 229) return;
    if (!view?.matchMedia?.('(pointer:fine)').matches) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      className={composer}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {before}
      <textarea
        ref={box}
        className={input}
        name="text"
        rows={1}
        aria-label={label}
        placeholder={label}
        maxLength={max}
        value={text}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {action ?? (
        <button
          type="submit"
          className={target}
          aria-label={send}
          disabled={!ready}
          onMouseDown={(event) => event.preventDefault()} // the keyboard stays
        >
          <Icon of={sendIcon} size={24} />
        </button>
      )}
    </form>
  );
}
