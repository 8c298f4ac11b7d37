import { useEffect } from 'react';
import { useApp } from '../../core/app';

/** Sets the size of texts that the member has chosen (`mine/settings/text-size.tsx`), once the first screen is there. */
export function useTextSize() {
  const { platform } = useApp();
  useEffect(() => {
    const size = platform.local.get('textSize');
    if (size) document.documentElement.style.setProperty('-webkit-text-size-adjust', size);
  }, []);
}
