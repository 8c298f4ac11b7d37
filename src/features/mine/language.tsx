import { useState } from 'react';
import { useApp } from '../../core/app';
import { type Locale, locales } from '../../core/text/i18n';
import { Button } from '../../ui/button';

/** Each in its own words, for those who cannot read the other. */
const names = { en: 'English', zh: '中文' };

/** Spec §1: the language, switched once everything can be said in it, and kept on the phone. */
export function Language() {
  const { i18n, platform, toasts, t } = useApp();
  const [busy, setBusy] = useState<Locale>();
  const chosen = i18n.locale.peek(); // `useApp` renders again when it changes

  async function use(locale: Locale) {
    setBusy(locale);
    try {
      await i18n.use(locale);
      platform.local.set('locale', locale);
    } catch {
      toasts.show(t('common.failures.offline')); // its messages could not be loaded: everything stays as it was
    } finally {
      setBusy(undefined);
    }
  }
  return (
    <span>
      {locales.map((locale) => (
        <Button
          key={locale}
          small
          lang={locale}
          kind={locale === chosen ? 'primary' : 'quiet'}
          aria-pressed={locale === chosen}
          busy={busy === locale}
          onClick={() => {
            if (locale !== chosen && !busy) void use(locale);
          }}
        >
          {names[locale]}
        </Button>
      ))}
    </span>
  );
}
