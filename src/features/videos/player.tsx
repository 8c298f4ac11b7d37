import { css } from 'goober';
import { type KeyboardEvent, type TouchEvent, useEffect, useRef, useState } from 'react';
import type { Video } from '../../contract/video/videos';
import { useApp } from '../../core/app';
import { fileAddress } from '../../core/http/file-address';
import { pathOf } from '../../core/navigation/route';
import { day } from '../../core/text/day';
import { money } from '../../core/text/format';
import { Icon } from '../../ui/display/icon';
import {
  backIcon,
  chevronIcon,
  downloadIcon,
  pauseIcon,
  playIcon,
  shareIcon,
  upIcon,
} from '../../ui/display/icons';
import { ProductPicture } from '../../ui/display/product-picture';
import { Strip } from '../../ui/display/strip';
import { quiet, spread, target } from '../../ui/styles';
import * as goodsScreens from '../goods/routes';
import { clock } from './clock';
import { DownloadNote } from './download-note';
import * as videos from './routes';
import { useDownload } from './use-download';

const videoBox = css`
  position: relative;
  display: flex;
  flex: 1 0 auto;
  flex-direction: column;
  justify-content: flex-end;
  min-height: 100vh;
  margin: 0 -16px -88px;
  overflow: hidden;
  background: var(--cp-sunk);
  color: var(--cp-ink);
  & > div:first-child {
    position: relative;
    display: flex;
    flex: 1 0 auto;
    flex-direction: column;
    justify-content: flex-end;
    min-height: 300px;
    padding-bottom: 24px;
  }
  & video {
    position: absolute;
    top: 0;
    left: 0;
    width: 100%;
    height: 100%;
    object-fit: cover;
    background: var(--cp-sunk);
  }
  & header {
    position: absolute;
    top: 8px;
    top: calc(8px + env(safe-area-inset-top));
    left: 12px;
  }
  & header > button,
  & nav > * {
    background: #0a1a2ad9;
    color: #f1f7f6;
  }
  & nav {
    position: relative;
    display: flex;
    flex-direction: column;
    align-self: flex-end;
    margin: 0 8px 8px;
  }
  & nav > * {
    flex-direction: column;
    width: 52px;
    min-height: 60px;
    margin-top: 6px;
    font-size: 12px;
  }
  & nav > :disabled {
    opacity: 0.4;
  }
`;
const sheet = css`
  position: relative;
  margin-top: -24px;
  padding: 16px;
  padding-bottom: calc(16px + env(safe-area-inset-bottom));
  border-radius: calc(var(--cp-round) * 24 / 16) calc(var(--cp-round) * 24 / 16) 0 0;
  background: var(--cp-paper);
  & > * + * {
    margin-top: 12px;
  }
`;
const good = css`
  display: flex;
  align-items: center;
  min-height: 60px;
  padding: 8px 12px;
  border-radius: var(--cp-round-control);
  background: var(--cp-card);
  color: inherit;
  text-decoration: none;
  & > div {
    flex: 1 1 auto;
    min-width: 0;
    margin: 0 12px;
  }
`;

/** Vertical pixels that make a swipe. */
const swipe = 60;

/** Vertical swipes, and the keys that scroll, lead to the next and the previous video, as two buttons do. */
function useSwipe(onNext: (() => void) | undefined, onPrevious: (() => void) | undefined) {
  const from = useRef<number | undefined>(undefined);
  const onTouchStart = ({ touches }: TouchEvent) => {
    from.current = touches[0]?.clientY;
  };
  const onTouchEnd = ({ changedTouches }: TouchEvent) => {
    const far = (changedTouches[0]?.clientY ?? 0) - (from.current ?? Number.NaN);
    from.current = undefined;
    if (far < -swipe) onNext?.();
    else if (far > swipe) onPrevious?.();
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowDown' || key === 'PageDown') onNext?.();
    else if (key === 'ArrowUp' || key === 'PageUp') onPrevious?.();
  };
  return { onKeyDown, onTouchStart, onTouchEnd };
}

/** A full-screen video with its actions. */
export function Player({
  of,
  onNext,
  onPrevious,
}: {
  of: Video;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
}) {
  const app = useApp();
  const { nav, t, wire } = app;
  const download = useDownload();
  const screen = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const [broken, setBroken] = useState(false);
  const [at, setAt] = useState(0);
  const { title, length, picture, url, goods, createdAt } = of;

  const toggle = () => {
    const video = screen.current;
    if (!video) return;
    // a phone without autoplay waits for a tap
    if (video.paused) void video.play()?.catch(() => setPlaying(false));
    else video.pause();
  };
  useEffect(() => {
    void screen.current?.play?.()?.catch(() => setPlaying(false));
  }, []);
  const save = () => void download.save(of);
  return (
    <div className={videoBox} data-night="top" {...useSwipe(onNext, onPrevious)}>
      <div>
        <video
          ref={screen}
          src={fileAddress(wire, url)}
          poster={fileAddress(wire, picture)}
          aria-label={title}
          playsInline
          muted
          loop
          preload="metadata"
          onClick={toggle}
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
          onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
          onError={() => setBroken(true)}
        />
        <header>
          <button
            type="button"
            className={target}
            aria-label={t('common.back')}
            onClick={() => nav.back(videos.video)}
          >
            <Icon of={backIcon} size={24} />
          </button>
        </header>
        <Actions of={of} onNext={onNext} onPrevious={onPrevious} onSave={save} />
      </div>
      <div className={sheet}>
        <DownloadNote of={download} onRetry={save} />
        {broken && <p role="alert">{t('videos.unplayable')}</p>}
        <div>
          <strong>{title}</strong>
          <p className={quiet}>{day(createdAt, app)}</p>
        </div>
        {goods && <GoodsLink of={goods} />}
        <div className={spread}>
          <button
            type="button"
            className={target}
            aria-label={t(playing ? 'videos.pause' : 'videos.resume')}
            onClick={toggle}
          >
            <Icon of={playing ? pauseIcon : playIcon} size={24} />
          </button>
          <div data-grow="">
            <Strip value={at} of={length} />
          </div>
          <span className={quiet}>{t('videos.progress', { at: clock(at), length: clock(length) })}</span>
        </div>
      </div>
    </div>
  );
}

/** The actions for a video, over its picture. */
function Actions({
  of: { id, title },
  onNext,
  onPrevious,
  onSave,
}: {
  of: Video;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
  onSave(): void;
}) {
  const { platform, t, toasts } = useApp();
  const address = platform.origin && `${platform.origin}/#${pathOf(videos.videoDetail, { id })}`;
  const share = () => {
    if (!address) return;
    if (platform.share)
      void platform
        .share({ title, url: address })
        .then((by) => by === 'menu' && toasts.show(t('videos.menu')));
    else void platform.copy?.(address).then((copied) => copied && toasts.show(t('videos.shared')));
  };
  return (
    <nav aria-label={title}>
      <button
        type="button"
        className={target}
        aria-label={t('videos.previous')}
        disabled={!onPrevious}
        onClick={onPrevious}
      >
        <Icon of={upIcon} size={24} />
      </button>
      <button
        type="button"
        className={target}
        aria-label={t('videos.next')}
        disabled={!onNext}
        onClick={onNext}
      >
        <span style={{ display: 'flex', transform: 'rotate(180deg)' }}>
          <Icon of={upIcon} size={24} />
        </span>
      </button>
      <button type="button" className={target} onClick={onSave}>
        <Icon of={downloadIcon} size={24} />
        {t('videos.save')}
      </button>
      {address && (platform.share || platform.copy) && (
        <button type="button" className={target} onClick={share}>
          <Icon of={shareIcon} size={24} />
          {t('videos.share')}
        </button>
      )}
    </nav>
  );
}

/** The good that a video shows: in the member's shop, or with a link to add it. */
function GoodsLink({ of }: { of: NonNullable<Video['goods']> }) {
  const { nav } = useApp();
  return (
    <a
      className={good}
      {...(of.goodsId
        ? nav.link(goodsScreens.goodsDetail, { id: of.goodsId })
        : nav.link(goodsScreens.platformGoods, {}))}
    >
      <ProductPicture url={of.picture} size={44} />
      <div>
        <strong>{of.name}</strong>
        <p>{money(of.price)}</p>
      </div>
      <Icon of={chevronIcon} size={16} />
    </a>
  );
}
