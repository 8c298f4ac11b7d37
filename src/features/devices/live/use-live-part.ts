import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
import { useApp } from '../../../core/app';
import * as devices from '../routes';
import { engineOf } from './engine';
import type { LiveProps } from './use-live';

/** Chrome reports whether the member saves data: then the live picture, of 4.5 MB a minute, waits for a press. */
const savesData = ({ navigator }: typeof globalThis) =>
  !!(navigator as { connection?: { saveData?: boolean } }).connection?.saveData;

interface LivePart {
  Live: ComponentType<LiveProps>;
  player: LiveProps['player'];
}

/** The parts of the ways in which an engine shows it. */
const engines = { webCodecs: devices.webCodecs, mediaSource: devices.mediaSource };

/** Why there is no live picture, although the engine could show it. */
type Without = 'saving' | 'unavailable';

/**
 * The code of live pictures, loaded once one is offered and the engine can show it. `show` and `stop` change between the live picture and the still
 * one.
 */
export function useLivePart(isOffered: boolean, root: RefObject<HTMLElement | null>) {
  const { bring } = useApp();
  const [part, setPart] = useState<LivePart>();
  const [without, setWithout] = useState<Without>();
  const [isUnable, setUnable] = useState(false);
  const wasAsked = useRef(false);
  useEffect(() => {
    const view = root.current?.ownerDocument.defaultView;
    if (!isOffered || part || without || !view) return;
    let left = false;
    const load = async () => {
      const engine = await engineOf(view);
      if (left) return;
      if (!engine) return setUnable(true);
      if (savesData(view) && !wasAsked.current) return setWithout('saving');
      const [Live, player] = await Promise.all([bring(devices.live), bring(engines[engine])]);
      if (Live && player && !left) setPart({ Live, player } as unknown as LivePart);
    };
    void load();
    return () => {
      left = true;
    };
  }, [isOffered, without]);
  return {
    part: without ? undefined : part,
    without,
    /** The engine cannot show it. */
    isUnable,
    show() {
      wasAsked.current = true;
      setWithout(undefined);
    },
    stop: () => setWithout('unavailable'),
  };
}
