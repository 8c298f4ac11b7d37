import { css } from 'goober';
import { useState } from 'react';
import type { Call } from '../../../contract/wire/call';
import { useQuery } from '../../../core/data/query';
import { Loaded } from '../../../ui/feedback/loaded';
import { Sheet } from '../../../ui/feedback/sheet';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { Search } from '../../../ui/field/search';

const rows = css`
  height: 60vh;
  margin-top: 12px;
  overflow-y: auto;
  overscroll-behavior: contain;
  & button {
    display: block;
    width: 100%;
    min-height: 48px;
    padding: 8px 4px;
    text-align: left;
  }
  & li + li {
    border-top: 1px solid var(--cp-line);
  }
  & p {
    padding: 24px 0;
    color: var(--cp-quiet);
    text-align: center;
  }
`;

export interface Choice {
  code: string;
  name: string;
}

/** All choices, with a search: banks, or countries. */
export function ChoiceSheet({
  of,
  title,
  search,
  none,
  onClose,
  onChoose,
}: {
  /** The call that lists them; sent when the sheet opens. */
  of: Call<object, { items: Choice[] }>;
  title: string;
  /** The placeholder of the search field. */
  search: string;
  /** Shown if nothing matches the text. */
  none: string;
  onClose(): void;
  onChoose(choice: Choice): void;
}) {
  const list = useQuery(of, {});
  const [typed, setTyped] = useState('');
  const prefix = typed.toLowerCase();
  const matches = ({ code, name }: Choice) =>
    name.toLowerCase().includes(prefix) || code.toLowerCase().startsWith(prefix);
  return (
    <Sheet open title={title} onClose={onClose}>
      <Search value={typed} onChange={setTyped} placeholder={search} />
      <div className={rows}>
        <Loaded of={list} skeleton={<Skeleton kind="form" rows={8} />}>
          {({ items }) => {
            const found = items.filter(matches);
            if (!found.length) return <p role="status">{none}</p>;
            return (
              // biome-ignore lint/a11y/noRedundantRoles: without its dots, a list is none to VoiceOver unless it says so
              <ul role="list">
                {found.map((choice) => (
                  <li key={choice.code}>
                    <button type="button" onClick={() => onChoose(choice)}>
                      {choice.name}
                    </button>
                  </li>
                ))}
              </ul>
            );
          }}
        </Loaded>
      </div>
    </Sheet>
  );
}
