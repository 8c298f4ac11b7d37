import { css } from 'goober';
import type { ReactNode } from 'react';

const section = css`
  & + & {
    margin-top: 20px;
  }
  & > header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    min-height: 44px;
  }
`;

export function Section({
  title,
  action,
  children,
}: {
  title?: string | undefined;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section className={section}>
      {(title || action) && (
        <header>
          <h2>{title}</h2>
          {action}
        </header>
      )}
      {children}
    </section>
  );
}
