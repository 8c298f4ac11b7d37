import { type RefObject, useEffect, useRef, useState } from 'react';
import { openScreen } from '../../../contract/buying/screens';
import { useApp } from '../../../core/app';
import { isDone } from '../../../core/http/answer';
import type { Line, LiveEvents } from './connection';
import { keepLive, type Phase } from './keep-live';
import type { CreatePlayer, Size, Tape } from './player';

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
  /** A new address, if it is not one of the screen of this phone alone. */
  reopen?(signal: AbortSignal): Promise<string | undefined>;
  /** The phones that do the same now. */
  onFollowers?: LiveEvents['followers'];
  /** A picture is shown, so that the still one is no longer needed. */
  onShown(): void;
  /** It cannot be seen live at the moment, or not at all. */
  onGone(why: 'unavailable' | 'ended'): void;
}

/** Keeps the live picture of a cloud phone in `frame`. `clipboard` receives the text of the phone's. */
export function useLive(
  { id, address, player, reopen, onFollowers, onShown, onGone }: LiveProps,
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
      address,
      async reopen(signal) {
        if (reopen) return reopen(signal);
        const answer = await app.send(openScreen, { id }, { wait: 'never', quiet: true, signal });
        return isDone(answer) ? answer.live : undefined;
      },
      into,
      create: player,
      on: {
        size: setSize,
        line: setLine,
        clipboard,
        ...(onFollowers && { followers: onFollowers }),
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
    record: (tape: Tape | undefined) => kept.current?.record(tape),
    start: () => kept.current?.start(),
  };
}
