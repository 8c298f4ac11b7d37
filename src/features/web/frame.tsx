import { css } from 'goober';
import { useEffect, useState } from 'react';
import { useApp } from '../../core/app';
import { useBusy } from '../../core/data/busy';
import { Failure } from '../../core/http/failure';
import { Button } from '../../ui/button';
import { Trouble } from '../../ui/feedback/trouble';
import { Top } from './top';

/** As high as the phone, so that only the site scrolls. Takes back the gutter, and the room for the tabs. */
const page = css`
  display: flex;
  flex-direction: column;
  height: 100vh;
  margin: 0 -16px -88px;
  & > :first-child {
    padding: 0 16px;
    border-bottom: 1px solid var(--cp-line);
  }
  & > iframe {
    flex: 1;
    width: 100%;
    min-height: 0;
    border: 0;
    background: #fff;
    color-scheme: light;
  }
  & > :last-child {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    padding: 4px 16px;
    padding-bottom: calc(4px + env(safe-area-inset-bottom));
    border-top: 1px solid var(--cp-line);
    font-size: 13px;
  }
  & > :last-child > span {
    color: var(--cp-quiet);
  }
`;

function Busy() {
  useBusy();
  return null;
}

/**
 * A page of another site. It runs its scripts in its own origin and can neither lead our page away nor open windows; the
 * page's policy keeps the frame to the sites of the list, so that the name above stays true. Whether it refuses to be framed
 * cannot be told, so the way out is always there.
 */
export function Frame({ url, host }: { url: string; host: string }) {
  const { platform, t } = useApp();
  const [reachable, setReachable] = useState(platform.isOnline);
  const [loaded, setLoaded] = useState(false);
  const look = () => {
    if (platform.isOnline()) setReachable(true);
  };
  useEffect(() => {
    look(); // it may have come back before anybody listened
    return platform.onOnline(look);
  }, []);

  const outside = (
    <Button small kind="quiet" onClick={() => platform.leave(url)}>
      {t('web.outside')}
    </Button>
  );
  if (!reachable)
    return (
      <>
        <Top title={host} />
        <Trouble failure={new Failure('offline')} retry={look} />
      </>
    );
  return (
    <div className={page}>
      <Top title={host} />
      {!loaded && <Busy />}
      <iframe
        title={host}
        src={url}
        sandbox="allow-scripts allow-forms allow-same-origin"
        referrerPolicy="no-referrer"
        onLoad={() => setLoaded(true)}
      />
      <div>
        <span role="status">{t(loaded ? 'web.hint' : 'common.loading')}</span>
        {outside}
      </div>
    </div>
  );
}
