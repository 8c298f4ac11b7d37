import { useEffect, useState } from 'react';
import { useApp } from '../../core/app';
import type { ScreenComponent } from '../../core/navigation/screen';
import { beside } from '../../features/beside/routes';

/** Minimum width in px of a window with the tabs at its side, as in `wide.css`. */
const wide = 640;

/** The parts that wide windows show beside the screen: downloaded in a wide window, or once the window has become one. */
export function Wide() {
  const { bring } = useApp();
  const [{ Content }, setState] = useState<{ Content?: ScreenComponent }>({});
  useEffect(() => {
    if (Content) return;
    const look = () => {
      if (innerWidth >= wide) void bring(beside).then((Content) => Content && setState({ Content }));
    };
    look();
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, [Content]);
  return Content ? <Content /> : null;
}
