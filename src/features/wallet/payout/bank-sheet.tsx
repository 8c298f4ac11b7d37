import { css } from 'goober';
import { useState } from 'react';
import { type Bank, bankList } from '../../../contract/payout';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import { Loaded } from '../../../ui/feedback/loaded';
import { Sheet } from '../../../ui/feedback/sheet';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { Search } from '../../../ui/field/search';

const banks = css`
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

/** Every bank that money can be paid out to, to look through or to search. */
export function BankSheet({ onClose, onChoose }: { onClose(): void; onChoose(bank: Bank): void }) {
  const { t } = useApp();
  const list = useQuery(bankList, {});
  const [typed, setTyped] = useState('');
  const prefix = typed.toLowerCase();
  const matches = ({ code, name }: Bank) =>
    name.toLowerCase().includes(prefix) || code.toLowerCase().startsWith(prefix);
  return (
    <Sheet open title={t('payout.fields.openingBank')} onClose={onClose}>
      <Search value={typed} onChange={setTyped} placeholder={t('payout.fields.search')} />
      <div className={banks}>
        <Loaded of={list} skeleton={<Skeleton kind="form" rows={8} />}>
          {({ items }) => {
            const found = items.filter(matches);
            if (!found.length) return <p role="status">{t('payout.fields.noMatch')}</p>;
            return (
              // biome-ignore lint/a11y/noRedundantRoles: without its dots, a list is none to VoiceOver unless it says so
              <ul role="list">
                {found.map((bank) => (
                  <li key={bank.code}>
                    <button type="button" onClick={() => onChoose(bank)}>
                      {bank.name}
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
