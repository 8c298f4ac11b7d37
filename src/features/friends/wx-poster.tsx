import { css } from 'goober';
import { useState } from 'react';
import { type Team, team as teamCall } from '../../contract/friends';
import { useApp } from '../../core/app';
import { useQuery } from '../../core/data/query';
import type { Props } from '../../core/navigation/screen';
import { Loaded } from '../../ui/feedback/loaded';
import { Tabs } from '../../ui/layout/tabs';
import { type Design, designs } from './draw-poster';
import { PosterCanvas } from './poster-canvas';
import type { friends } from './screens';
import { usePosters } from './use-posters';

const poster = css`
  width: 100%;
  max-width: 420px;
  margin: 0 auto;
  text-align: center;
  & > * + * {
    margin-top: 12px;
  }
  & img {
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
  return <Loaded of={query}>{(team) => <Picture team={team} first={design} />}</Loaded>;
}

function Picture({ team, first }: { team: Team; first: string | undefined }) {
  const { t } = useApp();
  const { posters } = usePosters(team);
  const [design, setDesign] = useState<Design>(designs.find((one) => one === first) ?? 'wall');
  const [drawn, setDrawn] = useState<{ design: Design; url: string }>();
  const current = posters.find((one) => one.design === design);
  if (!current) return null;
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
          onDrawn={(canvas) => setDrawn({ design, url: canvas.toDataURL('image/png') })}
        />
      )}
      <p>{t('friends.posters.hold')}</p>
    </div>
  );
}
