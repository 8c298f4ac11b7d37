import type { ReactNode } from 'react';
import { middle, quiet } from '../styles';
import { Dots } from './dots';

/** An empty rack, unless there is a better picture. */
export const Empty = ({
  icon,
  text,
  children,
}: {
  icon?: ReactNode;
  text: ReactNode;
  children?: ReactNode;
}) => (
  <div className={middle}>
    {icon ?? <Dots />}
    <p className={quiet}>{text}</p>
    {children}
  </div>
);
