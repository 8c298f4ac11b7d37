import { useState } from 'react';
import { useApp } from '../../../core/app';
import { Select } from '../../../ui/field/select';

/** Replacements of the media query for dark colours; the page's first script reads the same key. */
const media = { dark: 'all', light: 'not all' } as const;
const schemes = ['system', 'light', 'dark'] as const;
type Scheme = (typeof schemes)[number];
const darkQuery = '(prefers-color-scheme: dark)';

/** Applies the dark colours of the page, and of the browser's own bar, always, never, or as the phone prefers. */
function show(scheme: Scheme, page: Document) {
  const text = scheme === 'system' ? darkQuery : media[scheme];
  for (const sheet of page.styleSheets)
    for (const rule of sheet.cssRules) {
      const { media } = rule as CSSMediaRule;
      if (media && /dark|all/.test(media.mediaText)) media.mediaText = text;
    }
  page.querySelector('meta[media]')?.setAttribute('media', text);
}

/** Light, dark, or as the phone prefers: applied at once, and stored on this phone. */
export function SchemeSwitch() {
  const { platform, t } = useApp();
  const stored = platform.local.get('scheme');
  const [scheme, setScheme] = useState<Scheme>(
    schemes.find((one) => one !== 'system' && media[one] === stored) ?? 'system',
  );
  return (
    <Select
      label={t('settings.scheme')}
      value={scheme}
      options={schemes.map((one) => ({ value: one, words: t(`settings.schemes.${one}`) }))}
      onChange={(chosen, page) => {
        platform.local.set('scheme', chosen === 'system' ? undefined : media[chosen]);
        show(chosen, page);
        setScheme(chosen);
      }}
    />
  );
}
