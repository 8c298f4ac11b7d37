import { css } from 'goober';
import type { ReactNode } from 'react';

const facts = css`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  margin: 8px -8px 0 0;
  & > div {
    flex: 1 0 28%;
    padding: 4px 8px 0 0;
  }
  & dt {
    color: var(--cp-quiet);
    font-size: 12px;
  }
  & dd {
    font-weight: 600;
  }
`;

/** Numbers side by side, each under its name; they wrap with large text. */
export const Facts = ({ of }: { of: [name: string, value: ReactNode][] }) => (
  <dl className={facts}>
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
