import { useEffect, useState } from 'react';
import { useApp } from '../../core/app';

export interface MiniCode {
  picture?: HTMLImageElement;
  /** Why there is none: posters carry the code of the web page then. */
  problem?: string;
}

/** The member's code of the mini-program that the page is shown in; nothing yet while it is on its way. */
export function useMiniCode(): MiniCode | undefined {
  const { platform, t } = useApp();
  const [code, setCode] = useState<MiniCode | undefined>(platform.miniCode ? undefined : {});
  useEffect(() => {
    platform.miniCode?.().then(
      (picture) => setCode({ picture }),
      ({ message }) => setCode({ problem: `${message} ${t('friends.posters.webCode')}`.trim() }),
    );
  }, []);
  return code;
}
