import type en from '../../../i18n/en/dev.json';
import { useApp } from '../../core/app';
import type { MessageKey } from '../../core/text/i18n';

/** The words of the development screens. They are no messages of the app, so its keys do not name them. */
export function useText() {
  const { t } = useApp();
  return (key: keyof typeof en, values?: Record<string, string | number>) =>
    t(`dev.${key}` as string as MessageKey, values);
}
