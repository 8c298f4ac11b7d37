import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

/** Pixels of movement that do not count as dragging. */
const slack = 6;

export interface Movable {
  /** Its position, from 0. */
  at: number;
  lifted: boolean;
  onLift(lifted: boolean): void;
  onMove(to: number): void;
  onDrop(): void;
}

/**
 * Moves a row among others of the same height: its handle is dragged, arrow keys are pressed on it, or a tap on it lifts the row.
 * `handlers` are the handle's; `step` moves the row by a number of positions.
 */
export function useRowDrag({ at, lifted, onLift, onMove, onDrop }: Movable) {
  const drag = useRef<{ y: number; from: number; height: number; moved: boolean } | undefined>(undefined);
  const dragged = useRef(false);
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    const { currentTarget, pointerId, clientY } = event;
    const height = currentTarget.parentElement?.getBoundingClientRect().height || 60;
    dragged.current = false;
    drag.current = { y: clientY, from: at, height, moved: false };
    currentTarget.setPointerCapture?.(pointerId);
  };
  const onPointerMove = ({ clientY }: PointerEvent) => {
    const now = drag.current;
    if (!now) return;
    const far = clientY - now.y;
    if (!now.moved && Math.abs(far) < slack) return;
    now.moved = true;
    onLift(true);
    const to = now.from + Math.round(far / now.height);
    if (to !== at) onMove(to);
  };
  const onPointerUp = () => {
    const now = drag.current;
    drag.current = undefined;
    if (!now?.moved) return;
    dragged.current = true;
    onLift(false);
    if (now.from !== at) onDrop();
  };
  const step = (by: number) => {
    onMove(at + by);
    onDrop();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by) {
      event.preventDefault();
      step(by);
    } else if (event.key === 'Escape') onLift(false);
  };
  const onClick = () => {
    // a drag also ends with a click
    if (dragged.current) dragged.current = false;
    else onLift(!lifted);
  };
  return {
    step,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onKeyDown, onClick },
  };
}
