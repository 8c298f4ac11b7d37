import { css } from 'goober';
import { useThumbnail } from '../../core/http/picture';
import { ProductPicture } from '../../ui/display/product-picture';

const picture = css`
  flex: none;
  border-radius: calc(var(--cp-round) * 12 / 16);
  background: var(--cp-sunk);
  object-fit: cover;
`;

/** A picture that a member has uploaded, as a square with a side in pixels. */
export function UploadedPicture({ id, size }: { id: string; size: number }) {
  return (
    <img className={picture} src={useThumbnail(id)} width={size} height={size} alt="" decoding="async" />
  );
}

/** The picture of a good: the first one that its owner has uploaded, else the project's drawing of it. */
export function GoodsPicture({
  of: { pictures, picture: drawing },
  size,
}: {
  of: { pictures: readonly string[]; picture: string };
  size: number;
}) {
  const [first] = pictures;
  return first ? <UploadedPicture id={first} size={size} /> : <ProductPicture url={drawing} size={size} />;
}
