import type { ComponentType } from 'react';
import { type PayoutKind, userAccountList } from '../../../contract/money/payout';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import type { OpenRoute } from '../../../core/navigation/route';
import { ButtonLink } from '../../../ui/button';
import { wrongDrawing } from '../../../ui/display/drawings';
import { Empty } from '../../../ui/feedback/empty';
import { Loaded } from '../../../ui/feedback/loaded';
import { Skeleton } from '../../../ui/feedback/skeleton';
import type { AccountFormProps } from './use-account-form';

/** The form of each kind on a screen. */
export type Forms = Partial<Record<PayoutKind, ComponentType<AccountFormProps>>>;

const gap = { margin: '4px 0 16px' };

/** A new account. An unknown kind becomes the first of the screen. */
export function AddAccount({ kind, forms, screen }: { kind: string; forms: Forms; screen: OpenRoute }) {
  const { t } = useApp();
  const data = (kind in forms ? kind : Object.keys(forms)[0]) as PayoutKind;
  // biome-ignore lint/style/noNonNullAssertion: every screen has the form of one kind at least
  const Fields = forms[data]!;
  return (
    <>
      <h2 style={gap}>{t(`payout.add.${data}`)}</h2>
      <Fields otherwise={screen} />
    </>
  );
}

/** An existing account; if the member has it no more, a message leads back to the list. */
export function EditAccount({ id, forms, screen }: { id: string; forms: Forms; screen: OpenRoute }) {
  const { nav, t } = useApp();
  const data = useQuery(userAccountList, {});
  return (
    <Loaded of={data} skeleton={<Skeleton kind="form" />}>
      {({ items }) => {
        const account = items.find((one) => one.id === id);
        const Fields = account && forms[account.kind];
        if (!Fields)
          return (
            <Empty drawing={wrongDrawing} text={t('payout.gone')}>
              <ButtonLink {...nav.link(screen, {})}>{t('payout.all')}</ButtonLink>
            </Empty>
          );
        return (
          <>
            <h2 style={gap}>{t(`payout.editing.${account.kind}`)}</h2>
            <Fields account={account} otherwise={screen} />
          </>
        );
      }}
    </Loaded>
  );
}
