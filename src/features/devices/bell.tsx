import { readTotal } from '../../contract/support/messages';
import { useApp } from '../../core/app';
import { useQuery } from '../../core/data/query';
import { bellIcon } from '../../ui/display/icons';
import { IconLink } from '../../ui/layout/bar';
import * as notices from '../notices/routes';

/** A link to the member's messages, with the number of unread ones. */
export function Bell() {
  const { nav, t } = useApp();
  const { unread: count = 0 } = useQuery(readTotal, {}).value ?? {};
  return (
    <IconLink
      icon={bellIcon}
      label={t('devices.messages')}
      badge={count ? { count, label: t('common.unread', { count }) } : undefined}
      {...nav.link(notices.systemMsg, {})}
    />
  );
}
