import { css } from 'goober';
import { useState } from 'react';
import { type Team, team as teamCall } from '../../contract/member/friends';
import { useApp } from '../../core/app';
import { useInFlight } from '../../core/data/in-flight';
import { useQuery } from '../../core/data/query';
import type { Props } from '../../core/navigation/route';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/display/icon';
import { downloadIcon } from '../../ui/display/icons';
import { Loaded } from '../../ui/feedback/loaded';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Tabs } from '../../ui/layout/tabs';
import { type Design, designs } from './draw-poster';
import { PosterCanvas } from './poster-canvas';
import type * as friends from './routes';
import { type MiniCode, useMiniCode } from './use-mini-code';
import { usePosters } from './use-posters';

const poster = css`
  width: 100%;
  max-width: 420px;
  margin: 0 auto;
  text-align: center;
  & > * + * {
    margin-top: 12px;
  }
  & > img,
  & > canvas {
    min-width: 220px;
    max-width: calc((100vh - 215px) * 0.5625); /* the whole poster, and what to do with it, are in sight */
    margin: 12px auto 0;
  }
  & > img {
    display: block;
    width: 100%;
    height: auto;
    border-radius: var(--cp-round);
    -webkit-touch-callout: default;
  }
`;

/** `pages/mine/wxPoster`: one poster as a picture, which WeChat saves or sends when it is touched and held. */
export default function WxPoster({ design }: Props<typeof friends.wxPoster>) {
  const query = useQuery(teamCall, {});
  const code = useMiniCode();
  if (!code) return <Skeleton kind="detail" />;
  return <Loaded of={query}>{(team) => <Picture team={team} first={design} code={code} />}</Loaded>;
}

function Picture({ team, first, code }: { team: Team; first: string | undefined; code: MiniCode }) {
  const { platform, t, toasts } = useApp();
  const { posters } = usePosters(team, code.picture);
  const { pending, run } = useInFlight();
  const [design, setDesign] = useState<Design>(designs.find((one) => one === first) ?? 'wall');
  const [drawn, setDrawn] = useState<{ design: Design; url: string }>();
  const current = posters.find((one) => one.design === design);
  if (!current) return null;
  const save = () =>
    run(async (start) => {
      if (drawn?.design !== design) return;
      start(true);
      const saved = await platform.savePicture?.(drawn.url).catch(() => false);
      toasts.show(t(saved ? 'friends.posters.inAlbum' : 'friends.posters.failed'));
    });
  const { words, alt } = current;
  return (
    <div className={poster}>
      <Tabs<Design>
        label={t('friends.posters.choose')}
        value={design}
        options={Object.fromEntries(posters.map((one) => [one.design, one.called])) as Record<Design, string>}
        onChange={setDesign}
        segments
      />
      {drawn?.design === design ? (
        <img src={drawn.url} alt={alt} />
      ) : (
        <PosterCanvas
          key={design}
          design={design}
          words={words}
          alt={alt}
          onDrawn={(canvas) => setDrawn({ design, url: canvas.toDataURL('image/jpeg', 0.9) })}
        />
      )}
      {code.problem && <p role="status">{code.problem}</p>}
      <p>{t('friends.posters.hold')}</p>
      {platform.savePicture && (
        <Button kind="primary" busy={pending} onClick={() => void save()}>
          <Icon of={downloadIcon} />
          {t('friends.posters.album')}
        </Button>
      )}
    </div>
  );
}
