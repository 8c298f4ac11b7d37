import { css } from 'goober';
import type { Video } from '../../contract/video/videos';
import { useApp } from '../../core/app';
import { Icon } from '../../ui/display/icon';
import { playIcon } from '../../ui/display/icons';
import { ProductPicture } from '../../ui/display/product-picture';
import { quiet } from '../../ui/styles';
import { clock } from './clock';
import * as videos from './routes';

const tile = css`
  display: block;
  padding-bottom: 8px;
  color: inherit;
  text-decoration: none;
  & > span {
    position: relative;
    display: block;
    overflow: hidden;
    padding-top: 100%;
    border-radius: calc(var(--cp-round) * 12 / 16);
    background: var(--cp-sunk);
  }
  & img {
    position: absolute;
    top: 0;
    left: 0;
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
  & i,
  & small {
    position: absolute;
    bottom: 8px;
    background: #0a1a2ad9;
    color: #fff;
    font-style: normal;
  }
  & i {
    left: 8px;
    display: flex;
    align-items: center;
    justify-content: center;
    width: 32px;
    height: 32px;
    border-radius: 50%;
  }
  & small {
    right: 8px;
    padding: 1px 6px;
    border-radius: calc(var(--cp-round) * 7 / 16);
    font-size: 12px;
  }
  & strong {
    display: block;
    margin-top: 8px;
    overflow-wrap: anywhere;
  }
`;

/** A video in a list: its picture, length, title, and whether it was downloaded. */
export function VideoTile({ of }: { of: Video }) {
  const { nav, t } = useApp();
  const { id, title, picture, length, goods, downloadedAt } = of;
  return (
    <a className={tile} {...nav.link(videos.videoDetail, { id })}>
      <span>
        <ProductPicture url={picture} size={320} />
        <i aria-hidden="true">
          <Icon of={playIcon} size={18} />
        </i>
        <small>{clock(length)}</small>
      </span>
      <strong>{title}</strong>
      <p className={quiet}>
        {downloadedAt ? t('videos.downloaded') : goods && t('videos.forGoods', { name: goods.name })}
      </p>
    </a>
  );
}
