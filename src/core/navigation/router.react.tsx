import {
  Children,
  type ComponentType,
  cloneElement,
  createContext,
  isValidElement,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useContext,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';

// What we use of `preact-iso/router` and `/lazy`, on real React: preact-iso reaches into preact's internals and cannot run there.
// Only the build that proves that our source is React (`npm run test:react`) sees this file.

export default lazy;

interface Where {
  url: string;
}

export const LocationProvider = { ctx: createContext<Where>({ url: '' }) };
export const useLocation = () => useContext(LocationProvider.ctx);
export const Route = ({ component: Content }: { default: true; component: ComponentType }) => <Content />;

interface Props {
  onLoadStart?(url: string): void;
  onLoadEnd?(url: string): void;
  children?: ReactNode;
}

/** Shows its one route, and keeps the one before while it suspends. */
export function Router({ children, onLoadStart, onLoadEnd }: Props) {
  const { url } = useLocation();
  const loading = useRef(false);
  const incoming = useMemo(() => {
    const route = Children.toArray(children).find(isValidElement) as ReactElement;
    const end = () => {
      if (loading.current) onLoadEnd?.(url);
      loading.current = false;
    };
    return (
      <Suspense fallback={null}>
        {cloneElement(route, { key: url.split('?')[0] ?? '' })}
        <AfterCommit url={url} onCommit={end} />
      </Suspense>
    );
  }, [url]);
  const displayed = useDeferredValue(incoming);
  if (displayed !== incoming && !loading.current) {
    loading.current = true;
    onLoadStart?.(url);
  }
  return displayed;
}

function AfterCommit({ url, onCommit }: { url: string; onCommit(): void }) {
  useLayoutEffect(onCommit, [url]);
  return null;
}
