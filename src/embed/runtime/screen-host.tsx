import {
  Component,
  type ComponentType,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useApp } from '../../core/app';
import { BusyContext, useWaiting } from '../../core/data/busy';
import { type Location, LocationContext } from '../../core/navigation/location';
import type { MessageKey } from '../../core/text/i18n';
import { Skeleton } from '../../ui/feedback/skeleton';
import { TopBar } from '../../ui/layout/bar';
import type { ScreenAbout } from '../host';
import type { Hindrance, InsteadProps } from './after';
import type { Memory } from './memory';

/** A screen's code and messages, once they are here. */
interface ScreenModules {
  /** The component, if it can be shown at once. */
  of(path: string): unknown;
  /** Never fails: answers whether it is here. */
  load(path: string): Promise<boolean>;
}

interface Props {
  memory: Memory;
  /** Of the screens that have been asked for. */
  abouts: Record<string, ScreenAbout>;
  modules: ScreenModules;
  /** The full page's address for what can only be done there. */
  full(url: string): string;
  /** Whether the token does not allow what a screen is for. */
  barred(path: string): boolean;
  /** The first time that a screen waits for nothing. */
  content(): void;
  crashed(error: unknown): void;
  /** What says why a screen cannot be shown, in its place. */
  Instead: ComponentType<InsteadProps>;
}

class Boundary extends Component<
  { children?: ReactNode; crashed(error: unknown): void; instead(retry: () => void): ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override componentDidCatch(error: unknown) {
    this.props.crashed(error);
  }
  override render() {
    return this.state.failed
      ? this.props.instead(() => this.setState({ failed: false }))
      : this.props.children;
  }
}

/** The screen that the embed is on, under a bar with its title and the way back. */
export function ScreenHost(props: Props) {
  const location = props.memory.location.value;
  return (
    <LocationContext.Provider value={location}>
      <ScreenView {...props} location={location} key={location.key} />
    </LocationContext.Provider>
  );
}

function ScreenView({
  memory,
  abouts,
  modules,
  full,
  barred,
  content,
  crashed,
  Instead,
  location,
}: Props & { location: Location }) {
  const { t, nav, renew, session } = useApp();
  const path = location.path.slice(1);
  const { title = '', guard, needs = [] }: Partial<ScreenAbout> = abouts[path] ?? {};
  const who = session.userInfo.value;
  const [failed, setFailed] = useState(false);
  const [, setTurn] = useState(0);
  const [busy, waiting] = useWaiting();

  const load = () => {
    setFailed(false);
    void modules.load(path).then((element) => (element ? setTurn((turn) => turn + 1) : setFailed(true)));
  };
  useEffect(() => {
    if (!modules.of(path)) load();
  }, []);

  const root = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (location.action === 'start') return;
    // the member is where the embed is, so they see the top of what they went to, and nothing of the page is moved otherwise
    // biome-ignore lint/style/noNonNullAssertion: an effect runs when what it draws is in the document
    const here = root.current!;
    if (here.getBoundingClientRect().top < 0) here.scrollIntoView();
    here.focus({ preventScroll: true });
  }, []);

  const Screen = modules.of(path) as React.ComponentType<Record<string, string>> | undefined;
  const missing = needs.filter((name) => !location.query[name]);
  const unknown = guard === 'examined' && !who;
  const mustBuy = guard === 'examined' && who?.examineState !== 1;
  useEffect(() => {
    if (mustBuy && who) void renew(); // bought in another window, perhaps
  }, [mustBuy]);
  const ready = !!Screen && !unknown && !failed;

  const instead = (why: Hindrance, retry = load) => (
    <Instead
      why={why}
      retry={retry}
      full={full(why === 'buy' ? '/pages/mine/rechargeScore' : location.url)}
    />
  );
  const inside = () => {
    if (missing.length) return instead('parameter');
    if (failed) return instead('chunk');
    if (!Screen || unknown) return <Skeleton />;
    if (barred(path)) return instead('scope');
    if (mustBuy) return instead('buy');
    return <Screen {...location.query} />;
  };
  const name = t(title as MessageKey); // nothing, until its words are here
  return (
    <section
      ref={root}
      tabIndex={-1}
      aria-label={name}
      data-screen={path}
      {...((waiting || !ready) && { 'aria-busy': true })}
    >
      <TopBar title={name} {...(memory.depth > 0 && { onBack: () => nav.back() })} />
      <BusyContext.Provider value={busy}>
        <Boundary crashed={crashed} instead={(retry) => instead('crash', retry)}>
          {inside()}
        </Boundary>
      </BusyContext.Provider>
      <ContentReport done={ready && !waiting} content={content} />
    </section>
  );
}

/**
 * Reports the content once nothing is waited for. It comes after the content, because Preact runs the effects of a component early if the
 * component renders again before the paint: only those before it in the tree have said by then that they wait.
 */
function ContentReport({ done, content }: { done: boolean; content(): void }) {
  const now = useRef(done);
  now.current = done;
  useEffect(() => {
    // what waits says so in an effect of the same render: by then it has been rendered again
    const timer = setTimeout(() => now.current && content());
    return () => clearTimeout(timer);
  }, [done]);
  return null;
}
