import type { ReactNode } from 'react';
import { middle, quiet } from './looks';

/** An empty rack, unless there is a better picture. */
export const Empty = ({ icon, text, children }: { icon?: ReactNode; text: ReactNode; children?: ReactNode }) => (
  <div className={middle}>
    {icon ?? (
      <svg width="84" height="12" viewBox="0 0 84 12" fill="none" strokeLinecap="round" strokeWidth="8" stroke="var(--cp-unlit)" aria-hidden="true">
        <path d="M6 6h.01M24 6h.01M42 6h.01M60 6h.01M78 6h.01" />
      </svg>
    )}
    <p className={quiet}>{text}</p>
    {children}
  </div>
);
