import { css } from 'goober';
import type { ReactNode } from 'react';
import { useApp } from '../../core/app';
import { relative } from '../../core/text/format';
import { when } from '../../core/text/when';
import { quiet } from '../styles';

const record = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  min-height: 64px;
  padding: 10px 14px;
  & > div {
    flex: 1 1 5.2em;
    min-width: min-content;
    max-width: calc(100% - 24px);
    margin: 0 12px;
  }
  & > p {
    margin-left: auto;
    text-align: right;
  }
  & strong {
    font-weight: 600;
  }
  & em {
    display: block;
    color: var(--cp-accent);
    font-style: normal;
    font-weight: 600;
  }
  & time {
    display: block;
  }
`;

/** An event as a row: its icon, its name, and at the end its result (`em`: a gain) and time. */
export function Record({
  sign,
  title,
  note,
  time,
  children,
}: {
  sign: ReactNode;
  title: string;
  note: ReactNode;
  /** ISO 8601. */
  time: string;
  /** The result. */
  children: ReactNode;
}) {
  const app = useApp();
  return (
    <div className={record}>
      {sign}
      <div>
        <strong>{title}</strong>
        <br />
        <span className={quiet}>{note}</span>
      </div>
      <p>
        {children}
        <time className={quiet} dateTime={time} title={when(time, app)}>
          {relative(time, app)}
        </time>
      </p>
    </div>
  );
}
