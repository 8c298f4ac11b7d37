import { css } from 'goober';
import { useState } from 'react';
import { useApp } from '../../core/app';
import { type Locale, locales } from '../../core/text/i18n';

/** Each in its own words, for those who cannot read the other. */
const names = { en: 'English', zh: '中文' };

const languages = css`
  display: inline-flex;
  border-radius: var(--cp-round-control);
  background: var(--cp-card);
  & > button {
    min-width: 44px;
    min-height: 44px;
    padding: 0 8px;
    border-radius: calc(var(--cp-round) * 11 / 16);
    font-size: 13px;
  }
  & > [aria-pressed='true'] {
    background: var(--cp-unlit);
    color: var(--cp-ink);
    font-weight: 600;
  }
`;

/** Spec §1: the language, switched once everything can be said in it, and kept on the phone. */
export function LanguageSwitch() {
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
    <span className={languages}>
      {locales.map((locale) => (
        <button
          key={locale}
          type="button"
          lang={locale}
          aria-pressed={locale === chosen}
          aria-busy={busy === locale || undefined}
          onClick={() => {
            if (locale !== chosen && !busy) void use(locale);
          }}
        >
          {names[locale]}
        </button>
      ))}
    </span>
  );
}
