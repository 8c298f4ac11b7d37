import { css } from 'goober';
import type { PayoutAccount } from '../../../contract/payout';
import { useApp } from '../../../core/app';
import { date } from '../../../core/text/format';
import { Button, ButtonLink } from '../../../ui/button';
import { Tag } from '../../../ui/display/tag';
import { hidden, panel, quiet } from '../../../ui/styles';

const card = css`
  padding: 16px;
  & > label {
    display: flex;
    align-items: flex-start;
  }
  & input {
    flex: none;
    width: 22px;
    height: 22px;
    margin: 0 12px 0 0;
  }
  & header {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    justify-content: space-between;
    overflow-wrap: anywhere;
  }
  & [data-number] {
    margin-bottom: 8px;
    font-weight: 600;
    font-size: 20px;
    overflow-wrap: anywhere;
  }
  & strong {
    min-width: 0;
    margin-right: 8px;
  }
  & label > div {
    flex: 1;
    min-width: 0;
  }
  & > div:last-child:not(:first-child) {
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    margin: 0 -14px -8px;
  }
`;

interface Selecting {
  chosen: boolean;
  toggle(): void;
}

/** Spec §3, bank card: its type, opening bank and branch, number and when it was added; or an account like it. */
export function AccountCard({
  account,
  typed,
  edit,
  busy,
  onDelete,
  selecting,
}: {
  account: PayoutAccount;
  /** Whether its type is said; not below a heading that says it. */
  typed: boolean;
  /** Where it is edited. */
  edit: { href: string };
  busy: boolean;
  onDelete(): void;
  /** Instead of being edited or deleted it may be chosen. */
  selecting: Selecting | undefined;
}) {
  const { t } = useApp();
  const { type, bankName, openingBranch, holder, number, addTime } = account;
  const name = bankName ? `${bankName} ${number}` : number;
  const facts = (
    <>
      <header>
        <strong>{bankName ?? holder}</strong>
        {typed && <Tag>{type}</Tag>}
      </header>
      <p data-number="">{number}</p>
      <p className={quiet}>
        {bankName && (
          <>
            {openingBranch}
            <br />
            {holder}
            <br />
          </>
        )}
        {t('payout.addTime', { date: date(addTime) })}
      </p>
    </>
  );
  if (selecting)
    return (
      <div className={`${panel} ${card}`}>
        <label>
          <input type="checkbox" aria-label={name} checked={selecting.chosen} onChange={selecting.toggle} />
          <div>{facts}</div>
        </label>
      </div>
    );
  return (
    <div className={`${panel} ${card}`}>
      <div>{facts}</div>
      <div>
        <ButtonLink kind="quiet" small {...edit}>
          {t('payout.edit')}
          <span className={hidden}> {name}</span>
        </ButtonLink>
        <Button
          kind="quiet"
          small
          busy={busy}
          aria-label={`${t('payout.delete')} ${name}`}
          onClick={onDelete}
        >
          {t('payout.delete')}
        </Button>
      </div>
    </div>
  );
}
