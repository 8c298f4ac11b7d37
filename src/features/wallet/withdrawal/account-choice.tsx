import { useState } from 'react';
import type { PayoutAccount, PayoutKind } from '../../../contract/money/payout';
import { useApp } from '../../../core/app';
import { useBusy } from '../../../core/data/busy';
import type { List } from '../../../core/data/list';
import { ButtonLink } from '../../../ui/button';
import { Icon } from '../../../ui/display/icon';
import { cardIcon, checkIcon } from '../../../ui/display/icons';
import { Sheet } from '../../../ui/feedback/sheet';
import { Bone } from '../../../ui/feedback/skeleton';
import { Stale } from '../../../ui/feedback/trouble';
import { Field, type FieldOf } from '../../../ui/field/field';
import { Cell, Cells, Tile } from '../../../ui/layout/cell';
import { hidden } from '../../../ui/styles';
import * as wallet from '../routes';
import { adding } from '../styles';
import type { WithdrawalInput } from './apply-withdrawal';

/** As high as the account that will appear here, also in the frame before the form has selected one. */
function Waiting() {
  const { t } = useApp();
  useBusy();
  return (
    <div role="status" aria-busy="true" aria-label={t('common.loading')}>
      <Cells>
        <Cell icon={<Tile of={cardIcon} />} label={<Bone width={6} />} note={<Bone width={8} />} />
      </Cells>
    </div>
  );
}

/** The choice of the payout account, and the link to add one. */
export function AccountChoice({
  of,
  accounts,
  onAdd,
  ...field
}: Omit<FieldOf<WithdrawalInput>, 'name'> & {
  accounts: List<PayoutAccount, { items: PayoutAccount[]; kinds: PayoutKind[] }>;
  /** Called before the member goes to add one. */
  onAdd(): void;
}) {
  const { nav, t } = useApp();
  const [open, setOpen] = useState(false);
  const { items, head, failure, refresh } = accounts;
  const chosen = items?.find(({ id }) => id === of.values.accountId);

  const addLinks = (
    <div className={adding}>
      {head?.kinds.map((kind) => {
        const { href, onClick } = nav.link(wallet.accountManage, { add: kind });
        return (
          <ButtonLink
            key={kind}
            small
            href={href}
            onClick={(event) => {
              onAdd();
              onClick?.(event);
            }}
          >
            {t(`wallet.add.${kind}`)}
          </ButtonLink>
        );
      })}
    </div>
  );
  return (
    <Field {...field} problem={of.problems.accountId} group>
      {(id, describedBy, invalid) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a field
        <div
          role="group"
          aria-labelledby={`${id}-label`}
          aria-describedby={describedBy}
          aria-invalid={invalid}
        >
          {failure && <Stale failure={failure} retry={() => void refresh()} />}
          {!failure && (!items || (items.length > 0 && !chosen)) && <Waiting />}
          {items?.length === 0 && (
            <>
              <p>{t('wallet.apply.none')}</p>
              {addLinks}
            </>
          )}
          {items && items.length > 0 && (chosen || failure) && (
            <Cells>
              <Cell
                icon={chosen && <Tile of={cardIcon} />}
                label={chosen ? (chosen.bankName ?? chosen.type) : t('wallet.apply.choose')}
                note={chosen?.number}
                onClick={() => setOpen(true)}
              />
            </Cells>
          )}
          <Sheet open={open} title={t('wallet.apply.choose')} onClose={() => setOpen(false)}>
            <Cells>
              {items?.map((account) => (
                <Cell
                  key={account.id}
                  icon={<Tile of={cardIcon} />}
                  label={account.bankName ?? account.type}
                  note={account.number}
                  chevron={false}
                  value={
                    account === chosen && (
                      <>
                        <Icon of={checkIcon} />
                        <span className={hidden}>{t('wallet.apply.chosen')}</span>
                      </>
                    )
                  }
                  onClick={() => {
                    of.set('accountId', account.id);
                    setOpen(false);
                  }}
                />
              ))}
            </Cells>
            {addLinks}
          </Sheet>
        </div>
      )}
    </Field>
  );
}
