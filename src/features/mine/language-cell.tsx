import { useApp } from '../../core/app';
import { Icon } from '../../ui/display/icon';
import { languageIcon } from '../../ui/display/icons';
import { Picker } from '../../ui/field/select';
import { Cell } from '../../ui/layout/cell';
import { LanguageSwitch } from '../../ui/layout/language-switch';

/** The row with the language switch. */
export function LanguageCell() {
  const { i18n, t } = useApp();
  const locale = i18n.locale.value;
  return (
    <Cell
      icon={<Icon of={languageIcon} size={24} />}
      label={t('common.language')}
      value={
        <Picker words={i18n.locales[locale].name} lang={locale}>
          <LanguageSwitch />
        </Picker>
      }
    />
  );
}
