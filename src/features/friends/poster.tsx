import { css } from 'goober';
import { useRef, useState } from 'react';
import { type Team, team as teamCall } from '../../contract/member/friends';
import { useApp } from '../../core/app';
import { useInFlight } from '../../core/data/in-flight';
import { useQuery } from '../../core/data/query';
import { Button, ButtonLink } from '../../ui/button';
import { Icon } from '../../ui/display/icon';
import { checkIcon, downloadIcon, posterIcon, shareIcon } from '../../ui/display/icons';
import { Loaded } from '../../ui/feedback/loaded';
import { Skeleton } from '../../ui/feedback/skeleton';
import { ActionBar } from '../../ui/layout/action-bar';
import { Tile } from '../../ui/layout/cell';
import { panel, quiet } from '../../ui/styles';
import type { Design } from './draw-poster';
import { PosterCanvas } from './poster-canvas';
import * as friends from './routes';
import { type MiniCode, useMiniCode } from './use-mini-code';
import { usePosters } from './use-posters';

const screen = css`
  display: flex;
  flex: 1 0 auto;
  flex-direction: column;
`;
const grid = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(140px, 1fr));
  grid-gap: 12px;
  padding-top: 4px; /* for the ring */
  & label {
    position: relative;
    display: block;
  }
  & input {
    position: absolute;
    opacity: 0;
  }
  & label > span {
    position: absolute;
    top: -2px; /* at the corner, off the headline */
    right: -8px;
    display: none;
    padding: 3px;
    border-radius: 50%;
    background: var(--cp-accent);
    color: var(--cp-on);
  }
  & input:checked ~ canvas {
    box-shadow: 0 0 0 2px var(--cp-paper), 0 0 0 4px var(--cp-accent);
  }
  & input:focus-visible ~ canvas {
    outline: 2px solid var(--cp-ink);
    outline-offset: 5px;
  }
  & input:checked ~ span {
    display: block;
  }
`;
const words = css`
  padding: 14px;
  & > * + * {
    margin-top: 8px;
  }
  & > button[data-small] {
    width: 100%;
    padding: 0 4px; /* half a narrow screen for two Vietnamese words */
  }
`;

/** `pages/mine/poster`: three designs with the member's name, code and QR code, to save or share. */
export default function Poster() {
  const query = useQuery(teamCall, {});
  const code = useMiniCode();
  if (!code) return <Skeleton kind="detail" />;
  return <Loaded of={query}>{(team) => <Posters team={team} code={code} />}</Loaded>;
}

/** The drawing as a file; undefined if the engine cannot create it. */
const pictureOf = (canvas: HTMLCanvasElement | undefined, name: string) =>
  new Promise<File | undefined>((resolve) => {
    if (!canvas?.toBlob) return resolve(undefined);
    canvas.toBlob(
      (blob) => resolve(blob ? new File([blob], name, { type: 'image/png' }) : undefined),
      'image/png',
    );
  });

function download(file: File, page: Document) {
  const url = URL.createObjectURL(file);
  const link = Object.assign(page.createElement('a'), { href: url, download: file.name });
  page.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function Posters({ team, code }: { team: Team; code: MiniCode }) {
  const { nav, platform, t, toasts } = useApp();
  const { posters, title } = usePosters(team, code.picture);
  const [chosen, setChosen] = useState<Design>('wall');
  const canvases = useRef<Partial<Record<Design, HTMLCanvasElement>>>({});
  const { pending, run } = useInFlight();

  const work = (action: (file: File | undefined) => Promise<void>) =>
    run(async (start) => {
      start(true);
      await action(await pictureOf(canvases.current[chosen], `cloudphone-${chosen}.png`));
    });
  const save = (event: { currentTarget: HTMLButtonElement }) => {
    const page = event.currentTarget.ownerDocument;
    return work(async (file) => {
      if (!file) return toasts.show(t('friends.posters.failed'));
      download(file, page);
      toasts.show(t('friends.posters.saved'));
    });
  };
  const share = () =>
    work(async (file) => {
      if (file && (await platform.sharePicture?.(file, title))) return;
      if ((await platform.share?.({ title, url: team.inviteLink })) === 'menu')
        toasts.show(t('friends.posters.menu'));
    });
  const copy = async (text: string) => {
    if (await platform.copy?.(text)) toasts.show(t('friends.copied'));
  };
  const mayDownload = platform.name === 'browser' || platform.name === 'host';
  return (
    <div className={screen}>
      <div className={grid} role="radiogroup" aria-label={t('friends.posters.choose')}>
        {posters.map(({ design, words, called, alt }) => (
          <label key={design}>
            <input
              type="radio"
              name="design"
              aria-label={called}
              checked={design === chosen}
              onChange={() => setChosen(design)}
            />
            <PosterCanvas
              design={design}
              words={words}
              alt={alt}
              onDrawn={(canvas) => {
                canvases.current[design] = canvas;
              }}
            />
            <span aria-hidden="true">
              <Icon of={checkIcon} />
            </span>
          </label>
        ))}
        <div className={`${panel} ${words}`}>
          <Tile of={posterIcon} />
          <h2>{t('friends.posters.three')}</h2>
          <p className={quiet}>{t('friends.posters.threeText')}</p>
          {code.problem && <p role="status">{code.problem}</p>}
          {platform.copy && (
            <>
              <Button small onClick={() => void copy(team.inviteCode)}>
                {t('friends.posters.copyCode')}
              </Button>
              <Button small onClick={() => void copy(team.inviteLink)}>
                {t('friends.posters.copyLink')}
              </Button>
            </>
          )}
        </div>
      </div>
      <ActionBar>
        {mayDownload ? (
          <Button busy={pending} onClick={(event) => void save(event)}>
            <Icon of={downloadIcon} />
            {t('friends.posters.save')}
          </Button>
        ) : (
          <ButtonLink {...nav.link(friends.wxPoster, { design: chosen })}>
            <Icon of={downloadIcon} />
            {t('friends.posters.save')}
          </ButtonLink>
        )}
        {(platform.share || platform.sharePicture) && (
          <Button kind="primary" busy={pending} onClick={() => void share()}>
            <Icon of={shareIcon} />
            {t('friends.posters.share')}
          </Button>
        )}
      </ActionBar>
    </div>
  );
}
