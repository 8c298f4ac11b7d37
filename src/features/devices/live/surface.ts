import type { KeyboardEvent, PointerEvent } from 'react';
import { type Action, keys, press, touch, type } from './controls';
import type { Size } from './player';

/** Milliseconds between two messages about a finger that moves. */
const moveMs = 30;

/** Keys of a keyboard, and those of the phone. */
const known: Record<string, number> = {
  Enter: keys.enter,
  Backspace: keys.delete,
  Escape: keys.back,
  ArrowUp: keys.up,
  ArrowDown: keys.down,
  ArrowLeft: keys.left,
  ArrowRight: keys.right,
};

/** Handlers of an element over the picture, which pass touches and keys on to the phone. */
export function surface(size: () => Size, control: (...messages: ArrayBuffer[]) => void) {
  const movedAt = new Map<number, number>();
  const send = (action: Action, event: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const within = (value: number) => Math.max(0, Math.min(1, value));
    const [x, y] = [(event.clientX - left) / width, (event.clientY - top) / height];
    control(touch(action, event.pointerId, within(x), within(y), size()));
  };
  const up = (event: PointerEvent<HTMLElement>) => {
    if (movedAt.delete(event.pointerId)) send('up', event);
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button) return;
      movedAt.set(event.pointerId, 0);
      send('down', event);
      event.currentTarget.setPointerCapture(event.pointerId); // throws if the finger has left meanwhile; the touch is sent
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const before = movedAt.get(event.pointerId);
      if (before === undefined || event.timeStamp - before < moveMs) return;
      movedAt.set(event.pointerId, event.timeStamp);
      send('move', event);
    },
    onPointerUp: up,
    onPointerCancel: up,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey) return;
      const code = known[key];
      if (code === undefined && [...key].length !== 1) return; // Tab leaves the picture
      event.preventDefault();
      control(...(code === undefined ? [type(key)] : press(code)));
    },
  };
}
