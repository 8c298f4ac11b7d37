import { css } from 'goober';
import { useEffect, useRef } from 'react';
import SignaturePad from 'signature_pad';
import { useApp } from '../../../core/app';
import { Button } from '../../../ui/button';
import { row } from '../../../ui/styles';

const sheet = css`
  display: block;
  width: 100%;
  height: 220px;
  border: 1px dashed var(--cp-edge);
  border-radius: var(--cp-round-control);
  background: #fff;
  filter: var(--cp-print) sepia(1) hue-rotate(180deg) brightness(0.85); /* only as it is shown: the picture stays dark on white */
  touch-action: none;
`;

/** Pixels of the picture per pixel of the screen: enough to print, small enough to send. */
const scale = 2;

/** A white pad to sign on with a finger. `onChange` receives a function that returns the picture, or undefined while it is empty. */
export function Pad({
  label,
  describedBy,
  onChange,
}: {
  label: string;
  describedBy?: string | undefined;
  onChange(picture: (() => Promise<File>) | undefined): void;
}) {
  const { t } = useApp();
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(undefined);
  const newest = useRef(onChange);
  newest.current = onChange;

  const picture = () =>
    new Promise<File>((resolve, fail) =>
      canvas.current?.toBlob(
        (blob) =>
          blob
            ? resolve(new File([blob], 'signature.png', { type: 'image/png' }))
            : fail(new Error('no picture')),
        'image/png',
      ),
    );
  const report = () => newest.current(pad.current?.isEmpty() === false ? picture : undefined);

  useEffect(() => {
    const here = canvas.current;
    if (!here) return;
    here.width = here.offsetWidth * scale;
    here.height = here.offsetHeight * scale;
    here.getContext('2d')?.scale(scale, scale);
    const made = new SignaturePad(here, { backgroundColor: '#fff', penColor: '#10181f' });
    pad.current = made;
    made.addEventListener('endStroke', report);
    // an engine without `touch-action` (iOS before 13) would scroll the page
    const hold = (event: TouchEvent) => event.preventDefault();
    here.addEventListener('touchmove', hold, { passive: false });
    return () => {
      made.off();
      here.removeEventListener('touchmove', hold);
    };
  }, []);

  const undo = () => {
    pad.current?.fromData(pad.current.toData().slice(0, -1));
    report();
  };
  const clear = () => {
    pad.current?.clear();
    report();
  };
  return (
    <>
      <canvas ref={canvas} className={sheet} role="img" aria-label={label} aria-describedby={describedBy} />
      <div className={row}>
        <Button kind="quiet" small onClick={undo}>
          {t('contracts.sign.undo')}
        </Button>
        <Button kind="quiet" small onClick={clear}>
          {t('common.clear')}
        </Button>
      </div>
    </>
  );
}
