import { css } from 'goober';
import type { ReactNode } from 'react';
import { WidePicture } from '../display/wide-picture';
import { panel } from '../styles';

const tile = css`
  position: relative;
  color: inherit;
  text-decoration: none;
  & > div {
    padding: 10px 12px 12px;
  }
  & > span {
    position: absolute;
    top: 8px;
    left: 8px;
  }
  &:active {
    background: var(--cp-sunk);
  }
`;

/** A product on sale, in a grid: its picture with a tag on it, and its text below; the whole tile is one link. */
export const ProductTile = ({
  picture,
  tag,
  link,
  children,
}: {
  picture: string;
  tag?: ReactNode;
  link: { href: string };
  children: ReactNode;
}) => (
  <a className={`${panel} ${tile}`} {...link}>
    <WidePicture url={picture} />
    {tag && <span>{tag}</span>}
    <div>{children}</div>
  </a>
);
