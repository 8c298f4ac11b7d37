import { useEffect, useState } from 'react';
import { useApp } from '../../../core/app';

/** Whole seconds until `deadline`, by the server's clock. */
export function useLeft(deadline: string): number {
  const { wire } = useApp();
  const left = () => Math.max(0, Math.ceil((Date.parse(deadline) - Date.now() - wire.clock.ahead) / 1000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 1000);
    return () => clearInterval(timer);
  }, [deadline]);
  return seconds;
}

/** `00:29:59`. */
export const clock = (seconds: number) =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
