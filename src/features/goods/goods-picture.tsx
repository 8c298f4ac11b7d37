import { css } from 'goober';
import { thumbnail } from '../../contract/wire/media';
import { usePicture } from '../../core/http/picture';

const picture = css`
  display: block;
  flex: none;
  border-radius: calc(var(--cp-round) * 12 / 16);
  background: var(--cp-sunk);
  object-fit: cover;
`;

/** Where the project's own drawings lie. */
const drawingOf = (art: string | undefined) => `pictures/${art ?? 'box'}.svg`;

interface Looks {
  /** Pixels; `undefined`: as wide as what it lies in, at 4:3. */
  size?: number | undefined;
}

const attributes = ({ size }: Looks) =>
  size
    ? { width: size, height: size, style: { width: size, height: size } }
    : { width: 320, height: 240, style: { width: '100%', height: '100%', borderRadius: 0 } };

function Uploaded({ id, ...looks }: Looks & { id: string }) {
  const url = usePicture(id);
  const narrow = !!looks.size && looks.size <= 80;
  const shown = url && (url.includes('?') ? thumbnail(url, narrow ? 160 : 640) : url);
  return <img className={picture} src={shown} alt="" decoding="async" {...attributes(looks)} />;
}

/** A good as it is shown: the first picture that its owner has uploaded, else the project's drawing of it. */
export function GoodsPicture({
  of: { pictures, art },
  ...looks
}: Looks & { of: { pictures?: readonly string[]; art?: string | undefined } }) {
  const [first] = pictures ?? [];
  if (first) return <Uploaded id={first} {...looks} />;
  return (
    <img
      className={picture}
      src={drawingOf(art)}
      alt=""
      loading="lazy"
      decoding="async"
      {...attributes(looks)}
    />
  );
}
