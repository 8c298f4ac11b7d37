import { type ReactNode, useEffect, useState } from 'react';
import type { Machine } from '../../contract/buying/devices';
import { type App, useApp } from '../../core/app';
import * as devices from './routes';

/** Draws the thumbnail of a cloud phone, as a link to its screen or as a picture; nothing if its screen cannot be seen. */
export type DrawThumbnail = (machine: Machine, as: 'link' | 'picture') => ReactNode;

/** The thumbnails of a list, which keep themselves current until they are stopped. */
export interface Thumbnails {
  draw: DrawThumbnail;
  stop(): void;
}

/** As much room as a thumbnail takes, until the code is loaded that draws it. */
const room: DrawThumbnail = ({ screen }, as) =>
  screen ? <i style={{ padding: as === 'link' ? '48px 33px' : '32px 18px' }} /> : null;

/**
 * The thumbnails of the cloud phones in a list. Their code is loaded if the screen of one of them can be seen; not in an embed
 * whose token may not see screens, so that nothing leads to one.
 */
export function useThumbnails(machines: readonly Machine[] | undefined): DrawThumbnail | undefined {
  const app = useApp();
  const [draw, setDraw] = useState(() => room);
  const { hidden } = app.nav.link(devices.screen, { id: '' });
  const wanted = !hidden && !!machines?.some((machine) => machine.screen);
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    let stop: Thumbnails['stop'] | undefined;
    void app.bring(devices.thumbnails).then((found) => {
      if (left || !found) return;
      const made = (found as unknown as (app: App) => Thumbnails)(app);
      stop = made.stop;
      setDraw(() => made.draw);
    });
    return () => {
      left = true;
      stop?.();
      setDraw(() => room);
    };
  }, [wanted]);
  return wanted ? draw : undefined;
}
