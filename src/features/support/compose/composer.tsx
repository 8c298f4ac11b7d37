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
 * The text box at the bottom of a conversation, as tall as its text up to five lines. With a mouse there is a keyboard: Enter sends, but
 * starts a new line on a phone.
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
  /** Called with the text to send: trimmed, not empty. */
  onSend(text: string): void;
  label: string;
  /** The label of the send button. */
  send: string;
  /** Maximum number of characters. */
  max: number;
  /** Left of the text: the picture button. */
  before?: ReactNode;
  /** Replaces the send button: stopping an answer. */
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
    // 229: an input method is composing a word, and Enter selects it
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
          onMouseDown={(event) => event.preventDefault()} // the keyboard stays open
        >
          <Icon of={sendIcon} size={24} />
        </button>
      )}
    </form>
  );
}
