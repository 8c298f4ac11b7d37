import { css } from 'goober';
import { useApp } from '../../core/app';
import { fileAddress } from '../../core/http/file-address';

const picture = css`
  flex: none;
  border-radius: calc(var(--cp-round) * 12 / 16);
  background: var(--cp-sunk);
  object-fit: cover;
`;

/** Five wide, four high, also before the picture is here: Chrome 69 and iOS 12 do not know it by `width` and `height`. */
const wide = css`
  display: block;
  position: relative;
  padding-top: 80%;
  & > img {
    position: absolute;
    top: 0;
    width: 100%;
    height: 100%;
  }
`;

/** A product's picture, cut to a square of `size`, or with `size` 0 as wide as what it lies in. Decoration; its name stands beside it. */
export function ProductPicture({ url, size = 52 }: { url: string; size?: number | undefined }) {
  const { wire } = useApp();
  const drawn = (
    <img
      className={picture}
      src={fileAddress(wire, url)}
      width={size || 200}
      height={size || 160}
      loading="lazy"
      decoding="async"
      alt=""
    />
  );
  return size ? drawn : <picture className={wide}>{drawn}</picture>;
}
