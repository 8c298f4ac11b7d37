import { useState } from 'react';
import { useApp } from '../../../core/app';
import { Select } from '../../../ui/field/select';

/** Percent; what is not kept is 100. */
const sizes = { normal: undefined, large: '120%', largest: '140%' } as const;
const names = ['normal', 'large', 'largest'] as const;

/** How large texts are: at once, and kept on this phone. The shell sets it when the app begins (`shell/frame/text-size.ts`). */
export function TextSize() {
  const { platform, t } = useApp();
  const stored = platform.local.get('textSize');
  const [size, setSize] = useState(names.find((name) => sizes[name] === stored) ?? 'normal');
  return (
    <Select
      label={t('settings.textSize')}
      value={size}
      options={names.map((name) => ({ value: name, words: t(`settings.sizes.${name}`) }))}
      onChange={(chosen, page) => {
        platform.local.set('textSize', sizes[chosen]);
        page.documentElement.style.setProperty('-webkit-text-size-adjust', sizes[chosen] ?? '100%');
        setSize(chosen);
      }}
    />
  );
}
