import { useLayoutEffect, useRef } from 'react';
import { type Design, drawPoster, type PosterWords, size } from './draw-poster';

/** A poster on a canvas, and that canvas for saving it. */
export function PosterCanvas({
  design,
  words,
  alt,
  onDrawn,
}: {
  design: Design;
  words: PosterWords;
  alt: string;
  onDrawn?(canvas: HTMLCanvasElement): void;
}) {
  const element = useRef<HTMLCanvasElement>(null);
  const all = JSON.stringify(words);
  useLayoutEffect(() => {
    const canvas = element.current;
    const pen = canvas?.getContext('2d');
    if (!canvas || !pen) return;
    drawPoster(pen, design, words);
    onDrawn?.(canvas);
  }, [design, all]);
  return (
    <canvas
      ref={element}
      width={size.width}
      height={size.height}
      role="img"
      aria-label={alt}
      style={{ display: 'block', width: '100%', height: 'auto', borderRadius: 'var(--cp-round)' }}
    />
  );
}
