import { css } from 'goober';
import type { PayoutAccount } from '../../../contract/money/payout';
import { useApp } from '../../../core/app';
import { day } from '../../../core/text/day';
import { Button, ButtonLink } from '../../../ui/button';
import { cardIcon } from '../../../ui/display/icons';
import { Tag } from '../../../ui/display/tag';
import { CheckBox } from '../../../ui/field/check-box';
import { Tile } from '../../../ui/layout/cell';
import { choice, hidden, panel, quiet, red, spread } from '../../../ui/styles';

const card = css`
  padding: 14px;
  & label > div {
    flex: 1;
    min-width: 0;
  }
  & > div,
  & > label > div {
    align-items: flex-start;
  }
  & [data-number] {
    font-weight: 700;
    font-size: 17px;
  }
  & > footer {
    display: flex;
    flex-wrap: wrap;
    margin: 12px -14px -14px;
    border-top: 1px solid var(--cp-line);
  }
  & > footer > * {
    flex: 1 1 auto;
  }
`;

interface Selecting {
  chosen: boolean;
  toggle(): void;
}

/** Spec §3, bank card: its type, opening bank and branch, number and the day on which it was added; or the equivalent of another kind. */
export function AccountCard({
  account,
  typed,
  edit,
  busy,
  onDelete,
  selecting,
}: {
  account: PayoutAccount;
  /** Whether its type is shown; not below a heading that names it. */
  typed: boolean;
  /** The link to edit it. */
  edit: { href: string };
  busy: boolean;
  onDelete(): void;
  /** Replaces editing and deleting in the selection mode. */
  selecting: Selecting | undefined;
}) {
  const app = useApp();
  const { t } = app;
  const { type, bankName, openingBranch, swift, countryName, holder, number, addTime } = account;
  const name = bankName ? `${bankName} ${number}` : number;
  const facts = (
    <div className={spread}>
      <Tile of={cardIcon} />
      <div data-grow="">
        <b>{bankName ?? holder}</b>
        <p data-number="">{number}</p>
        <p className={quiet}>
          {bankName && (
            <>
              {[openingBranch, swift, countryName].filter(Boolean).join(' · ')}
              <br />
              {holder}
              <br />
            </>
          )}
          {t('payout.addTime', { date: day(addTime, app) })}
        </p>
        {typed && <Tag>{type}</Tag>}
      </div>
    </div>
  );
  if (selecting)
    return (
      <div className={`${panel} ${choice} ${card}`}>
        <label>
          <CheckBox bare label={name} checked={selecting.chosen} onChange={selecting.toggle} />
          {facts}
        </label>
      </div>
    );
  return (
    <div className={`${panel} ${card}`}>
      {facts}
      <footer>
        <ButtonLink kind="quiet" small {...edit}>
          {t('payout.edit')}
          <span className={hidden}> {name}</span>
        </ButtonLink>
        <Button
          kind="quiet"
          small
          busy={busy}
          style={red}
          aria-label={`${t('payout.delete')} ${name}`}
          onClick={onDelete}
        >
          {t('payout.delete')}
        </Button>
      </footer>
    </div>
  );
}
