import { useApp } from '../../../core/app';
import { when } from '../../../core/text/when';

/** Returns `when` in the member's language. */
export function useWhen(): (iso: string) => string {
  const { i18n, t } = useApp();
  const words = { today: t('statement.on.today'), yesterday: t('statement.on.yesterday') };
  return (iso) => when(iso, i18n, words);
}
