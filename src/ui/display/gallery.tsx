import { css } from 'goober';
import { useState } from 'react';
import { Icon } from './icon';
import { backIcon, chevronIcon } from './icons';
import { Preview } from './preview';

const side = css`
  position: fixed;
  z-index: 1;
  bottom: env(safe-area-inset-bottom);
  left: 0;
  display: flex;
  align-items: center;
  justify-content: space-between;
  width: 100%;
  padding: 8px 16px;
  color: #fff;
  pointer-events: none;
  & > button {
    min-width: 44px;
    min-height: 44px;
    padding: 10px;
    border-radius: 50%;
    background: #060d13bf;
    color: #fff;
    pointer-events: auto;
  }
  & > button:disabled {
    opacity: 0.4;
  }
`;

/** Full-screen pictures, one after the other: by swiping, with the arrow keys, or with buttons. Back closes it. */
export function Gallery({
  pictures,
  first,
  words,
  onClose,
}: {
  pictures: readonly { url: string; label: string }[];
  first: number;
  words: { before: string; next: string };
  onClose(): void;
}) {
  const [at, setAt] = useState(first);
  const picture = pictures[at];
  if (!picture) return null;
  const { url, label } = picture;
  const go = (by: number) => setAt(Math.min(pictures.length - 1, Math.max(0, at + by)));
  return (
    <Preview url={url} label={label} onClose={onClose} onSwipe={go}>
      {pictures.length > 1 && (
        <nav className={side} aria-label={label}>
          <button type="button" aria-label={words.before} disabled={at === 0} onClick={() => go(-1)}>
            <Icon of={backIcon} size={24} />
          </button>
          <span aria-live="polite">{label}</span>
          <button
            type="button"
            aria-label={words.next}
            disabled={at === pictures.length - 1}
            onClick={() => go(1)}
          >
            <Icon of={chevronIcon} size={24} />
          </button>
        </nav>
      )}
    </Preview>
  );
}
