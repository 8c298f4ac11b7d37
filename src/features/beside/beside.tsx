import { useEffect, useLayoutEffect, useRef } from 'react';
import { useApp } from '../../core/app';
import { useLocation } from '../../core/navigation/location';

/** The first tab is also at the root. */
const screenAt = (path: string) => (path === '/' ? 'pages/tabbar/index' : path.slice(1));
/** The store has its own tabs: no tab stays beside them, or beside screens opened from them. */
const ownTabs = /^pages\/tabbar\/(home|my|goodsClass|cart)/;
const mainOf = (page: Document, screen: string) =>
  page.querySelector<HTMLElement>(`main[data-screen="${screen}"]`);

/**
 * The parts beside the screen in wide windows: a link that skips the tabs, the first stop of the keyboard, and the tab from which the
 * screen was opened. `wide.css` decides which windows are wide enough for both; this only marks the tab that stays.
 */
export default function Beside() {
  const { t } = useApp();
  const { path, key } = useLocation();
  const marker = useRef<HTMLSpanElement>(null);
  /** The last visible tab, and its scroll position. */
  const last = useRef({ screen: '', top: 0 });
  const screen = screenAt(path);

  useEffect(() => {
    const page = marker.current?.ownerDocument;
    if (!page) return;
    const link = page.createElement('a');
    link.dataset.skip = '';
    link.href = '#content';
    link.textContent = t('common.skip');
    link.onclick = (event) => {
      event.preventDefault(); // the address belongs to the screen
      mainOf(page, screen)?.focus();
    };
    page.body.prepend(link);
    return () => link.remove();
  }, [screen, t]);

  useLayoutEffect(() => {
    const page = marker.current?.ownerDocument;
    const scroller = page?.scrollingElement;
    if (!page || !scroller) return;
    const links = [...page.querySelectorAll<HTMLAnchorElement>('#app>nav>a')];
    if (links.some(({ hash }) => hash === `#/${screen}`)) {
      if (last.current.screen === screen) scroller.scrollTop = last.current.top;
      last.current = { screen, top: scroller.scrollTop };
      const remember = () => {
        last.current.top = scroller.scrollTop;
      };
      page.addEventListener('scroll', remember);
      return () => page.removeEventListener('scroll', remember);
    }
    if (ownTabs.test(screen)) last.current = { screen: '', top: 0 };
    const tab = mainOf(page, last.current.screen);
    const pane = tab?.parentElement;
    if (!tab || !pane) return;
    const near = links.find(({ hash }) => hash === `#/${last.current.screen}`);
    const { top } = last.current;
    const root = page.documentElement;
    pane.dataset.pane = '';
    root.dataset.panes = '';
    tab.setAttribute('role', 'region');
    if (near) near.dataset.near = '';
    pane.scrollTop = top;
    return () => {
      if (pane.scrollTop) last.current.top = pane.scrollTop;
      delete pane.dataset.pane;
      delete root.dataset.panes;
      tab.removeAttribute('role');
      if (near) delete near.dataset.near;
    };
  }, [screen, key]);

  return <span ref={marker} hidden />;
}
