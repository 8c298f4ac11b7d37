import { useApp } from '../../core/app';
import { Icon } from '../../ui/display/icon';
import { languageIcon } from '../../ui/display/icons';
import { Cell } from '../../ui/layout/cell';
import { LanguageSwitch } from '../../ui/layout/language-switch';

/** The row with the language switch. */
export function LanguageCell() {
  const { t } = useApp();
  return (
    <Cell
      icon={<Icon of={languageIcon} size={24} />}
      label={t('common.language')}
      value={<LanguageSwitch />}
    />
  );
}
