import { css } from 'goober';
import { Component, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useApp } from '../../core/app';
import { BusyContext, useWaiting } from '../../core/data/busy';
import { useLocation } from '../../core/navigation/location';
import type { AnyScreen } from '../../core/navigation/screen';
import { bundleOf } from '../../core/text/i18n';
import { devices } from '../../features/devices/screens';
import { TopBar } from '../../ui/layout/bar';
import { Crashed } from './fallback';

/** Room below for the tab bar and the phone's own bar. */
const body = css`
  min-height: 100vh;
  padding-bottom: 88px;
  padding-bottom: calc(88px + env(safe-area-inset-bottom));
  outline: 0;
`;

/** A screen that throws while it renders takes nothing else with it. */
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
  screen: AnyScreen;
  /** Whether it is the screen that the address names; a kept tab may be hidden. */
  here: boolean;
  children?: ReactNode;
}

/** What surrounds a screen on a full page: its bar, its title, and `data-screen` on its root. */
export function ScreenFrame({ screen, here, children }: Props) {
  const { t, nav, i18n } = useApp();
  const [busy, waiting] = useWaiting();
  const title = i18n.has(bundleOf(screen.title)) ? t(screen.title) : '';
  useLayoutEffect(() => document.getElementById('skeleton')?.remove(), []); // painted by the HTML; now there is this
  useEffect(() => {
    if (here && title) document.title = `${title} · ${t('common.app')}`;
  }, [here, title]);

  // Whoever listens is told where they are: the screen takes the focus when it is come to, but for the first.
  const { action, key } = useLocation();
  const root = useRef<HTMLElement>(null);
  useEffect(() => {
    if (here && action !== 'start') root.current?.focus({ preventScroll: true });
  }, [here, key]);

  return (
    <main
      className={body}
      ref={root}
      tabIndex={-1}
      data-screen={screen.path}
      {...(waiting && { 'aria-busy': true })}
    >
      {!screen.bare && (
        <TopBar
          title={title}
          {...(!screen.tab && nav.canBack() && { onBack: () => nav.back(devices.list) })}
        />
      )}
      <BusyContext.Provider value={busy}>
        <Boundary>{children}</Boundary>
      </BusyContext.Provider>
    </main>
  );
}
