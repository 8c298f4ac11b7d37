import { useEffect, useRef } from 'react';
import { useStore } from 'react-admin';

/** Two short notes. Browsers play them once the person has pressed something on the page. */
function chime(): void {
  const context = new AudioContext();
  const volume = context.createGain();
  volume.gain.value = 0.08;
  volume.connect(context.destination);
  for (const [nth, pitch] of [660, 880].entries()) {
    const note = context.createOscillator();
    note.frequency.value = pitch;
    note.connect(volume);
    note.start(context.currentTime + nth * 0.14);
    note.stop(context.currentTime + nth * 0.14 + 0.12);
    if (nth) note.onended = () => void context.close();
  }
}

/** Whether this browser plays a sound when more waits than before. */
export const useSound = () => useStore('desk.sound', true);

/** Plays it when a count that is known rises. */
export function useChime(count: number | undefined): void {
  const [isOn] = useSound();
  const before = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (count === undefined) return;
    if (isOn && before.current !== undefined && count > before.current) chime();
    before.current = count;
  }, [count, isOn]);
}
