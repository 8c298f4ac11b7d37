import type { visit } from './visit';

type Visit = Awaited<ReturnType<typeof visit>>;

/** Where a message is written. */
export const box = ({ body }: Visit) => body.querySelector('textarea')!;

export function type(screen: Visit, text: string) {
  box(screen).value = text;
  box(screen).dispatchEvent(new window.Event('input', { bubbles: true }));
}

/** Types a message and sends it, once it can be sent. */
export async function write(screen: Visit, text: string) {
  type(screen, text);
  await screen.until(
    'the button',
    () => screen.body.querySelector<HTMLButtonElement>('[type=submit]')?.disabled === false,
  );
  screen.body
    .querySelector('form')!
    .dispatchEvent(new window.Event('submit', { bubbles: true, cancelable: true }));
}
