import { useEffect, useLayoutEffect, useRef } from 'react';
import { useApp } from '../../core/app';
import { useLocation } from '../../core/navigation/location';

/** The first tab is also at the root. */
const screenAt = (path: string) => (path === '/' ? 'pages/tabbar/index' : path.slice(1));
/** The store has its own tabs: no tab stays beside them, or beside screens opened from them. */
const ownTabs = /^pages\/tabbar\/(home|my|goodsClass|cart)/;
/** The tabs to which screens belong that were not opened from one; all others belong to the member's own. */
const tabsOf: readonly [screens: RegExp, tab: string][] = [
  [/^pages\/list\/(equList|earnings|screen|phoneActions)/, 'pages/tabbar/index'],
  [/^pages\/member\/(memberDetail|addMember)/, 'pages/member/memberList'],
  [/^pages\/(list\/(post|mutedMembers|materialLibrary)|tabbar\/addDynamic)/, 'pages/tabbar/dynamic'],
  [/./, 'pages/tabbar/mine'],
];
const mainOf = (page: Document, screen: string) =>
  page.querySelector<HTMLElement>(`main[data-screen="${screen}"]`);

/** Keeps a tab beside the screen, where it was scrolled to; returns what ends that. Nothing happens to a tab that is not there. */
function stay(page: Document, last: { screen: string; top: number }): (() => void) | undefined {
  const tab = mainOf(page, last.screen);
  const pane = tab?.parentElement;
  if (!tab || !pane) return;
  const root = page.documentElement;
  pane.dataset.pane = '';
  root.dataset.panes = '';
  tab.setAttribute('role', 'region');
  pane.scrollTop = last.top;
  return () => {
    if (pane.scrollTop) last.top = pane.scrollTop;
    delete pane.dataset.pane;
    delete root.dataset.panes;
    tab.removeAttribute('role');
  };
}

/**
 * The parts beside the screen in wide windows: a link that skips the tabs, the first stop of the keyboard, and the tab from which the
 * screen was opened. `wide.css` decides which windows are wide enough for both; this only marks the tab that stays, and its link.
 */
export default function Beside() {
  const { t } = useApp();
  const { path, key } = useLocation();
  const marker = useRef<HTMLSpanElement>(null);
  /** The last visible tab, and its scroll position. */
  const last = useRef({ screen: '', top: 0 });
  /** The last tab, whose link is marked even if the tab itself does not stay. */
  const from = useRef('');
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
      from.current = screen;
      const remember = () => {
        last.current.top = scroller.scrollTop;
      };
      page.addEventListener('scroll', remember);
      return () => page.removeEventListener('scroll', remember);
    }
    const belongs = from.current || tabsOf.find(([screens]) => screens.test(screen))?.[1];
    const near = links.find(({ hash }) => hash === `#/${belongs}`);
    if (near) near.dataset.near = '';
    if (ownTabs.test(screen)) last.current = { screen: '', top: 0 };
    const leave = stay(page, last.current);
    return () => {
      if (near) delete near.dataset.near;
      leave?.();
    };
  }, [screen, key]);

  return <span ref={marker} hidden />;
}
