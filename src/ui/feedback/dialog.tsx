import { css } from 'goober';
import { useId } from 'react';
import { useApp } from '../../core/app';
import { Button } from '../button';
import { Modal } from './modal';

const buttons = css`
  display: flex;
  flex-wrap: wrap-reverse;
  margin: 15px -5px -5px;
  & > button {
    flex: 1 1 auto;
    min-width: 40%;
    margin: 5px;
  }
`;

/** Shows the dialog of `dialogs.ask`. Closing it without its buttons declines. */
export function Dialogs() {
  const { dialogs } = useApp();
  const question = dialogs.current.value;
  const id = useId();
  if (!question) return null;
  const { title, text, yes, no, danger, answer } = question;
  return (
    <Modal
      onClose={() => answer(false)}
      role="alertdialog"
      aria-labelledby={title ? id : `${id}-text`}
      aria-describedby={`${id}-text`}
    >
      <div>
        {title && <h2 id={id}>{title}</h2>}
        <p id={`${id}-text`}>{text}</p>
        <div className={buttons}>
          {no && <Button onClick={() => answer(false)}>{no}</Button>}
          <Button kind={danger ? 'danger' : 'primary'} onClick={() => answer(true)}>
            {yes}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
