import { listAccounts } from '../../contract/video/accounts';
import { useApp } from '../../core/app';
import { useQuery } from '../../core/data/query';
import { ButtonLink } from '../../ui/button';
import * as accounts from '../accounts/routes';

/** The way from a first cloud phone to what it is for. Nothing for a member who has an account, nor in somebody else's page. */
export function FirstAccount({ primary }: { primary?: boolean | undefined }) {
  const { platform } = useApp();
  return platform.guest ? null : <Ask primary={primary} />;
}

function Ask({ primary }: { primary: boolean | undefined }) {
  const { nav, t } = useApp();
  const { value } = useQuery(listAccounts, {});
  if (!value || value.items.length) return null;
  return (
    <ButtonLink kind={primary ? 'primary' : 'quiet'} {...nav.link(accounts.add, { first: '1' })}>
      {t('packages.linkFirst')}
    </ButtonLink>
  );
}
