import { useEffect, useState } from 'react';
import { useApp } from '../../core/app';

export interface MiniCode {
  picture?: HTMLImageElement;
  /** The reason why there is none: posters then contain the code of the web page. */
  problem?: string;
}

/** The member's code of the surrounding mini-program; undefined while it is loading. */
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
