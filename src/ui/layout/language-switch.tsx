import { useState } from 'react';
import type { Locale } from '../../contract/wire/locale';
import { useApp } from '../../core/app';
import { Picker } from '../field/select';

/** Spec §1: changes the language after all messages have been loaded, and stores it on the phone. */
export function LanguageSwitch() {
  const { i18n, platform, toasts, t } = useApp();
  const [busy, setBusy] = useState(false);

  async function use(locale: Locale) {
    setBusy(true);
    try {
      await i18n.use(locale);
      platform.local.set('locale', locale);
    } catch {
      toasts.show(t('common.failures.offline')); // its messages could not be loaded: everything stays unchanged
    } finally {
      setBusy(false);
    }
  }
  const now = i18n.locale.peek(); // `useApp` renders again when it changes
  return (
    <Picker words={i18n.locales[now].name} lang={now}>
      <select
        aria-label={t('common.language')}
        disabled={busy}
        value={now}
        onChange={(event) => void use(event.currentTarget.value as Locale)}
      >
        {Object.entries(i18n.locales).map(([locale, { name }]) => (
          <option key={locale} value={locale} lang={locale}>
            {name}
          </option>
        ))}
      </select>
    </Picker>
  );
}
