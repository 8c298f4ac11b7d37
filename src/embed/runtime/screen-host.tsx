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

/** The code and messages of screens that have been loaded. */
interface ScreenModules {
  /** The component, if it can be rendered at once. */
  of(path: string): unknown;
  /** Never rejects: returns whether it is loaded. */
  load(path: string): Promise<boolean>;
}

interface Props {
  memory: Memory;
  /** The page's own title for the first screen. */
  heading: { readonly value: string | undefined };
  /** The data of requested screens. */
  abouts: Record<string, ScreenAbout>;
  modules: ScreenModules;
  /** The address of the full page for actions that are only possible there. */
  full(url: string): string;
  /** Whether the token lacks the scope of a screen. */
  barred(path: string): boolean;
  /** Called the first time that a screen waits for nothing. */
  content(): void;
  crashed(error: unknown): void;
  /** Replaces a screen that cannot be shown, with the reason. */
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

/** The current screen of the embed, below a bar with its title and a back button. */
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
  heading,
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
    // the member sees the top of the new screen, and the page is not scrolled otherwise
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
    if (mustBuy && who) void renew(); // possibly bought in another window
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
  const own = !memory.depth && heading.value;
  const name = own || t(title as MessageKey); // undefined until its messages are loaded
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
 * Reports the content once nothing is waited for. It is rendered after the content, because Preact runs the effects of a component early
 * if the component renders again before the paint: then only components before it in the tree have reported that they wait.
 */
function ContentReport({ done, content }: { done: boolean; content(): void }) {
  const now = useRef(done);
  now.current = done;
  useEffect(() => {
    // waiting parts report it in an effect of the same render: by then this has been rendered again
    const timer = setTimeout(() => now.current && content());
    return () => clearTimeout(timer);
  }, [done]);
  return null;
}
