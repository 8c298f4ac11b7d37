import type { Size } from './player';

// Messages that control a phone, in the framing of scrcpy.

/** Android's codes of keys. */
export const keys = {
  home: 3,
  back: 4,
  up: 19,
  down: 20,
  left: 21,
  right: 22,
  enter: 66,
  delete: 67,
  recent: 187,
};
const actions = { down: 0, up: 1, move: 2 };
export type Action = keyof typeof actions;
/** Characters that a phone types itself, and how many at a time; it pastes others. */
const typed = /^[\x20-\x7e]{1,300}$/;

const message = (length: number, type: number, write?: (view: DataView) => void) => {
  const view = new DataView(new ArrayBuffer(length));
  view.setUint8(0, type);
  write?.(view);
  return view.buffer;
};

/** A finger, at a place in fractions of the picture. */
export const touch = (action: Action, finger: number, x: number, y: number, { width, height }: Size) =>
  message(32, 2, (view) => {
    view.setUint8(1, actions[action]);
    view.setUint32(6, finger);
    view.setInt32(10, Math.round(x * width));
    view.setInt32(14, Math.round(y * height));
    view.setUint16(18, width);
    view.setUint16(20, height);
    view.setUint16(22, action === 'up' ? 0 : 0xffff);
  });

/** A key that is pressed and released. */
export const press = (code: number) =>
  (['down', 'up'] as const).map((action) =>
    message(14, 0, (view) => {
      view.setUint8(1, actions[action]);
      view.setInt32(2, code);
    }),
  );

/** Types a text, or pastes it by the phone's clipboard. */
export function type(text: string) {
  const bytes = new TextEncoder().encode(text);
  const isTyped = typed.test(text);
  return message((isTyped ? 5 : 14) + bytes.length, isTyped ? 1 : 9, (view) => {
    if (!isTyped) view.setUint8(9, 1);
    view.setUint32(isTyped ? 1 : 10, bytes.length);
    new Uint8Array(view.buffer).set(bytes, isTyped ? 5 : 14);
  });
}

/** Asks for the text of the phone's clipboard. */
export const askClipboard = () => message(2, 8);
export const rotate = () => message(1, 11);
