import { css } from 'goober';
import { useState } from 'react';
import { useApp } from '../../../core/app';
import { usePicture, useThumbnail } from '../../../core/http/picture';
import { Preview } from '../../../ui/display/preview';

const tiles = css`
  display: flex;
  flex-wrap: wrap;
  margin: 12px -4px -4px;
  & > button {
    width: 72px;
    height: 72px;
    margin: 4px;
    overflow: hidden;
    border-radius: calc(var(--cp-round) * 10 / 16);
    background: var(--cp-line);
  }
  & > button > img {
    width: 72px;
    height: 72px;
    object-fit: cover;
  }
`;

/** Pictures of a message; a tap shows one in full size. */
export function Annex({ of }: { of: readonly string[] }) {
  if (!of.length) return null;
  return (
    <div className={tiles}>
      {of.map((id, at) => (
        <Picture key={id} id={id} number={at + 1} />
      ))}
    </div>
  );
}

function Picture({ id, number }: { id: string; number: number }) {
  const { t } = useApp();
  const url = usePicture(id);
  const small = useThumbnail(id);
  const [open, setOpen] = useState(false);
  const label = t('work-orders.picture', { number });
  return (
    <>
      <button type="button" aria-label={label} disabled={!url} onClick={() => setOpen(true)}>
        {url && <img src={small} alt="" />}
      </button>
      {open && url && <Preview url={url} label={label} onClose={() => setOpen(false)} />}
    </>
  );
}
