import { type RefObject, useEffect, useRef, useState } from 'react';
import { useApp } from '../../../core/app';
import type { Line } from './connection';
import { keepLive, type Phase } from './keep-live';
import type { CreatePlayer, Size } from './player';

export interface LiveProps {
  id: string;
  name: string;
  /** The page may not touch the phone. */
  readOnly: boolean;
  /** The address of the live picture, for the first attempt. */
  address: string;
  player: CreatePlayer;
  /** The address of the still picture until then. */
  still: string | undefined;
  /** A picture is shown, so that the still one is no longer needed. */
  onShown(): void;
  /** It cannot be seen live at the moment, or not at all. */
  onGone(why: 'unavailable' | 'ended'): void;
}

/** Keeps the live picture of a cloud phone in `frame`. `clipboard` receives the text of the phone's. */
export function useLive(
  { id, address, player, onShown, onGone }: LiveProps,
  frame: RefObject<HTMLElement | null>,
  clipboard: (text: string) => void,
) {
  const app = useApp();
  const [phase, setPhase] = useState<Phase>('connecting');
  const [line, setLine] = useState<Line>({});
  const [size, setSize] = useState<Size>({ width: 360, height: 640 });
  const kept = useRef<ReturnType<typeof keepLive> | undefined>(undefined);
  useEffect(() => {
    const { current: into } = frame;
    if (!into) return;
    kept.current = keepLive(app, {
      id,
      address,
      into,
      create: player,
      on: {
        size: setSize,
        line: setLine,
        clipboard,
        gone: onGone,
        phase(next) {
          setPhase(next);
          if (next === 'live') onShown();
        },
      },
    });
    return () => kept.current?.stop();
  }, [id]);
  return {
    phase,
    line,
    size,
    control: (...messages: ArrayBuffer[]) => kept.current?.control(...messages),
    start: () => kept.current?.start(),
  };
}
