import { css } from 'goober';
import { useApp } from '../../core/app';
import { fileAddress } from '../../core/http/file-address';

const picture = css`
  flex: none;
  border-radius: calc(var(--cp-round) * 12 / 16);
  background: var(--cp-sunk);
  object-fit: cover;
`;

/** A product's picture, cropped to a square of `size`. Decorative; its name is beside it. */
export function ProductPicture({ url, size = 52 }: { url: string; size?: number | undefined }) {
  const { wire } = useApp();
  return (
    <img
      className={picture}
      src={fileAddress(wire, url)}
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      alt=""
    />
  );
}
