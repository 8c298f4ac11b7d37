import type en from '../../../i18n/en/dev.json';
import { useApp } from '../../core/app';
import type { MessageKey } from '../../core/text/i18n';

/** The texts of the development screens. They are not messages of the app, so its keys do not include them. */
export function useText() {
  const { t } = useApp();
  return (key: keyof typeof en, values?: Record<string, string | number>) =>
    t(`dev.${key}` as string as MessageKey, values);
}
