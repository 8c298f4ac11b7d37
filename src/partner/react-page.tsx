import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { FetchToken } from '../embed/api';
import { load } from '../embed/npm/npm';
import { component } from '../embed/npm/react';

// The same shop with React. A partner imports these three from '@cloudphone/embed/react'.
const Wallet = component('wallet', 425);
const WorkOrders = component('work-orders', 360);
const Notices = component('notices', 320);

const { partner, embeds, who } = document.body.dataset as Record<'partner' | 'embeds' | 'who', string>;

/** Implements by hand the behaviour of `token-endpoint`. */
const fetchToken: FetchToken = async ({ feature, reason, signal }) => {
  const response = await fetch('/cp/embed-token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ feature, reason }),
    signal,
  });
  const answer = await response.json();
  if (response.ok) return answer;
  throw Object.assign(new Error('no token'), answer, { status: response.status });
};

const themes = {
  harbour: { 'color-primary': '#0b5c86', 'color-on-primary': '#ffffff', radius: '6px' },
  kraft: { 'color-primary': '#a3330b', 'color-on-primary': '#ffffff', radius: '0px' },
} as const;

function Shop() {
  const [theme, setTheme] = useState<keyof typeof themes>('harbour');
  const [shown, setShown] = useState(true);
  const [renders, setRenders] = useState(0);
  const [log, setLog] = useState<{ at: number; line: string }[]>([]);
  const [failed, setFailed] = useState(false);
  const note = (line: string) => setLog((all) => [{ at: all.length, line }, ...all]);
  const begin = () => {
    setFailed(false);
    load(embeds).catch(() => setFailed(true));
  };
  useEffect(begin, []);
  useEffect(() => {
    document.body.dataset.theme = theme;
  }, [theme]);
  const common = {
    partner,
    fetchToken,
    theme: { ...themes[theme] },
    onError: ({ error }: { error: { code: string } }) => note(`error ${error.code}`),
  };
  return (
    <>
      <header>
        <h1>Demo Shop</h1>
        <span className="label">SANDBOX · example partner, with React</span>
        <p>Signed in as {who || 'nobody'}. Balances and orders below are Cloudphone’s demo data.</p>
        <nav>
          <a href="/">Sign in, and the page without a build</a>
        </nav>
      </header>
      <main>
        <form>
          <button type="button" onClick={() => setTheme(theme === 'harbour' ? 'kraft' : 'harbour')}>
            Other theme
          </button>
          <button type="button" onClick={() => setRenders(renders + 1)}>
            Rendered again {renders} times
          </button>
          <button type="button" onClick={() => setShown(!shown)}>
            {shown ? 'Take out' : 'Put in'}
          </button>
        </form>
        {failed && (
          <p role="alert">
            Cloudphone did not load.{' '}
            <button type="button" onClick={begin}>
              Try again
            </button>
          </p>
        )}
        {shown && (
          <div className="embeds">
            <section>
              <Wallet
                {...common}
                onContent={({ ms }) => note(`wallet: shown after ${ms} ms, when rendered ${renders} times`)}
                onRouteChange={({ route }) => note(`wallet: ${route}, when rendered ${renders} times`)}
              />
            </section>
            <section>
              <WorkOrders {...common} />
            </section>
            <section>
              <Notices {...common} />
            </section>
          </div>
        )}
      </main>
      <footer>
        <h2 id="log">What the page was told</h2>
        <ol aria-labelledby="log">
          {log.map(({ at, line }) => (
            <li key={at}>{line}</li>
          ))}
        </ol>
      </footer>
    </>
  );
}

const shop = document.getElementById('shop');
if (shop)
  createRoot(shop).render(
    <StrictMode>
      <Shop />
    </StrictMode>,
  );
