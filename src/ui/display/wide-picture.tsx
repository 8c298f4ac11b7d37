import { css } from 'goober';
import { ProductPicture } from './product-picture';

const wide = css`
  display: block;
  position: relative;
  padding-top: 80%;
  & > img {
    position: absolute;
    top: 0;
    width: 100%;
    height: 100%;
    border-radius: 0;
  }
`;

/**
 * A product's picture as wide as its container, whose corners cut it, five to four also before it is loaded: Chrome 69 and iOS 12 do not derive the ratio from
 * `width` and `height`.
 */
export const WidePicture = ({ url }: { url: string }) => (
  <picture className={wide}>
    <ProductPicture url={url} size={200} />
  </picture>
);
