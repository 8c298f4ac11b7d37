import { css } from 'goober';
import { Component, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useApp } from '../../core/app';
import { BusyContext, useWaiting } from '../../core/data/busy';
import { useLocation } from '../../core/navigation/location';
import type { Screen } from '../../core/navigation/screen';
import { seenText } from '../../core/text/format';
import { bundleOf } from '../../core/text/i18n';
import * as devices from '../../features/devices/routes';
import { BarContext, TopBar } from '../../ui/layout/bar';
import { Crashed } from './fallback';
import type { Settled } from './settled';

/** Space at the bottom for the tab bar and the phone's own bar. */
const body = css`
  display: flex;
  flex-direction: column;
  min-height: var(--cp-seen, 100vh);
  padding-bottom: 88px;
  padding-bottom: calc(88px + env(safe-area-inset-bottom));
  outline: 0;
  &[data-forward] {
    animation: cp-on 0.12s;
  }
`;

/** Over the screen, so that nothing moves when it appears and disappears. */
const age = css`
  position: fixed;
  z-index: 1;
  right: 0;
  bottom: calc(68px + env(safe-area-inset-bottom));
  left: 0;
  text-align: center;
  pointer-events: none;
  & > span {
    padding: 4px 12px;
    border-radius: var(--cp-round-control);
    background: var(--cp-warn-soft);
    color: var(--cp-warn);
    font-size: 13px;
  }
`;

/** An error while a screen renders does not affect the rest of the page. */
class Boundary extends Component<{ children?: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override componentDidCatch(error: unknown) {
    console.error(error);
  }
  override render() {
    return this.state.failed ? (
      <Crashed retry={() => this.setState({ failed: false })} />
    ) : (
      this.props.children
    );
  }
}

interface Props {
  screen: Screen;
  /** Whether the address names this screen; a kept tab may be hidden. */
  isCurrent: boolean;
  /** Whether this replaces the actual screen: then there is always a bar. */
  instead?: boolean;
  settled: Settled;
  children?: ReactNode;
}

/** The frame of a screen on a full page: its bar, its title, and `data-screen` on its root. */
export function ScreenFrame({ screen, isCurrent, instead, settled, children }: Props) {
  const app = useApp();
  const { t, nav, i18n } = app;
  const [busy, asks] = useWaiting();
  const old = settled.seen.value;
  const seen = isCurrent ? old : undefined;
  const waiting = asks || !!seen;
  settled.useCalm(isCurrent && !instead && !waiting);
  const name = screen.tab && t(`common.tabs.${screen.tab}`);
  const title = i18n.has(bundleOf(screen.title)) ? t(screen.title) : (name ?? '');
  useLayoutEffect(() => {
    if (children) document.getElementById('skeleton')?.remove(); // painted by the HTML until the screen replaces it
  }, [!children]);
  useEffect(() => {
    if (isCurrent && title) document.title = `${title} · ${t('common.app')}`;
  }, [isCurrent, title]);

  // For screen readers: the screen gets the focus when the member comes to it, except the first one. Back to a tab keeps the key of its visit.
  const location = useLocation();
  const { action } = location;
  const root = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isCurrent && action !== 'start') root.current?.focus({ preventScroll: true });
  }, [isCurrent, location]);

  const bar = { title, ...(!screen.tab && nav.canBack() && { onBack: () => nav.back(devices.list) }) };
  return (
    <main
      className={body}
      ref={root}
      tabIndex={-1}
      data-screen={screen.path}
      data-forward={(action === 'push' && !screen.tab) || undefined}
      {...(waiting && { 'aria-busy': true })}
    >
      {(!screen.bare || instead) && <TopBar {...bar} />}
      <BusyContext.Provider value={busy}>
        <BarContext.Provider value={bar}>
          <Boundary>{children}</Boundary>
        </BarContext.Provider>
      </BusyContext.Provider>
      <div className={age} role="status">
        {seen && <span data-seen="">{seenText(seen, app)}</span>}
      </div>
    </main>
  );
}
