import type { FetchToken, Theme } from '@cloudphone/embed';
import { Wallet } from '@cloudphone/embed/react';
import { useState } from 'react';

const fetchToken: FetchToken = async ({ feature, reason, signal }) => {
  const response = await fetch('/token', {
    method: 'POST',
    body: JSON.stringify({ feature, reason }),
    signal,
  });
  const answer = await response.json();
  if (response.ok) return answer;
  throw Object.assign(new Error('no token'), answer, { status: response.status });
};
const themes: Record<string, Theme> = {
  day: { 'color-primary': '#0b5c86', 'color-on-primary': '#ffffff' },
  kraft: { 'color-primary': '#a3330b', 'color-on-primary': '#ffffff' },
};

export function App() {
  const [kraft, setKraft] = useState(false);
  const [locale, setLocale] = useState('en');
  const [shown, setShown] = useState(true);
  const [routes, setRoutes] = useState<string[]>([]);
  return (
    <main>
      <button type="button" onClick={() => setKraft(!kraft)}>
        Other theme
      </button>
      <button type="button" onClick={() => setLocale('zh-CN')}>
        Chinese
      </button>
      <button type="button" onClick={() => setShown(!shown)}>
        Put in or out
      </button>
      {shown && (
        <Wallet
          partner="p_demo"
          fetchToken={fetchToken}
          theme={kraft ? themes.kraft : themes.day}
          locale={locale}
          loading="eager"
          onRouteChange={({ route }) => setRoutes([...routes, route])}
        />
      )}
      <output>{routes.join(' ')}</output>
    </main>
  );
}
