import type { ReactNode } from 'react';
import { Drawing } from '../display/drawing';
import { nothingDrawing } from '../display/drawings';
import { middle, quiet } from '../styles';

/** The empty state: a drawing, a sentence about the future content, and one button. */
export const Empty = ({
  drawing = nothingDrawing,
  title,
  text,
  children,
}: {
  /** One of `drawings.ts`. */
  drawing?: string | undefined;
  title?: ReactNode;
  text?: ReactNode;
  children?: ReactNode;
}) => (
  <div className={middle}>
    <Drawing of={drawing} />
    {title && <h2>{title}</h2>}
    {text && <p className={quiet}>{text}</p>}
    {children}
  </div>
);
