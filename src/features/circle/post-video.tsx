import { css } from 'goober';
import { useEffect, useRef, useState } from 'react';
import { thumbnail, type Video } from '../../contract/wire/media';
import { useApp } from '../../core/app';
import { fileAddress } from '../../core/http/file-address';
import { pictureAddress } from '../../core/http/picture';
import { Icon } from '../../ui/display/icon';
import { playIcon } from '../../ui/display/icons';

const frame = css`
  position: relative;
  width: 100%;
  max-width: 260px;
  margin-top: 10px;
  overflow: hidden;
  border-radius: calc(var(--cp-round) * 12 / 16);
  background: #0a1a2a;
  & > video {
    position: absolute;
    top: 0;
    left: 0;
    width: 100%;
    height: 100%;
    object-fit: contain;
  }
  & > button {
    position: absolute;
    top: 50%;
    left: 50%;
    width: 64px;
    height: 64px;
    margin: -32px 0 0 -32px;
    padding-left: 4px;
    border-radius: 50%;
    background: #0a1a2ad9;
    color: #fff;
  }
  & > span {
    position: absolute;
    right: 8px;
    bottom: 8px;
    padding: 2px 8px;
    border-radius: calc(var(--cp-round) * 8 / 16);
    background: #0a1a2ad9;
    color: #fff;
    font-size: 12px;
  }
  & > p {
    position: absolute;
    right: 0;
    bottom: 0;
    left: 0;
    padding: 8px;
    background: #0a1a2ad9;
    color: #fff;
    font-size: 13px;
  }
`;

/** WeChat's own players would use the whole screen (X5 on Android, iOS before 10); other engines ignore these attributes. */
const inPlace = {
  playsInline: true,
  'webkit-playsinline': 'true',
  'x5-playsinline': 'true',
  'x5-video-player-type': 'h5-page',
};

const length = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** An inline video: plays when it is pressed, one at a time, and stops when it leaves the viewport. */
export function PostVideo({ of: { url, poster, width = 9, height = 16, seconds } }: { of: Video }) {
  const { t, wire } = useApp();
  const player = useRef<HTMLVideoElement>(null);
  const [begun, setBegun] = useState(false);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const here = player.current;
    if (!here) return;
    // a video that starts stops the others: the event reaches the document in the capture phase
    const others = ({ target }: Event) => {
      if (target !== here) here.pause();
    };
    const root = here.getRootNode();
    root.addEventListener('play', others, true);
    let inSight = false;
    const observer =
      typeof IntersectionObserver === 'undefined'
        ? undefined
        : new IntersectionObserver((entries) => {
            // A busy phone reports several entries at once, of which the last is current; and it may report only after the video has been
            // scrolled to and started that it was outside the viewport.
            const wasInSight = inSight;
            inSight = !!entries[entries.length - 1]?.isIntersecting;
            if (wasInSight && !inSight) here.pause();
          });
    observer?.observe(here);
    return () => {
      root.removeEventListener('play', others, true);
      observer?.disconnect();
      here.pause();
    };
  }, []);

  const play = () => {
    setBegun(true);
    setFailed(false);
    player.current?.play().catch((error: Error) => {
      if (error.name !== 'AbortError') setFailed(true);
    });
  };
  return (
    <div className={frame}>
      <div style={{ paddingTop: `${Math.min(height / width, 1.6) * 100}%` }} />
      <video
        ref={player}
        {...inPlace}
        src={fileAddress(wire, url)}
        poster={poster && thumbnail(pictureAddress(wire, poster), 640)}
        preload={poster ? 'none' : 'metadata'}
        controls={begun}
        aria-label={t('circle.video')}
        onError={() => begun && setFailed(true)}
      />
      {!begun && (
        <button type="button" aria-label={t('circle.play')} onClick={play}>
          <Icon of={playIcon} size={28} />
        </button>
      )}
      {!begun && !!seconds && <span aria-hidden="true">{length(seconds)}</span>}
      {failed && <p role="alert">{t('circle.playFailed')}</p>}
    </div>
  );
}
