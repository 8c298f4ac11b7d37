import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type PartnerMode, partnerModes } from '../contract/embed/partners';
import { type Locale, localeOf, locales, tagOf } from '../contract/wire/locale';
import { Keys, Origins, Overview, People } from './access';
import { ask, type Item, keepCsrf, type Refused } from './api';
import { Door } from './door';
import { Changes, Requests, Usage, Webhooks } from './logs';
import { PageProvider, usePage } from './page';
import { Profile } from './profile';
import { say, type Word } from './words';

const screens: Partial<Record<Word, () => ReactNode>> = {
  overview: () => <Overview />,
  keys: () => <Keys />,
  origins: () => <Origins />,
  profile: () => <Profile />,
  webhooks: () => <Webhooks />,
  requests: () => <Requests />,
  usage: () => <Usage />,
  people: () => <People />,
  changes: () => <Changes />,
};
const names = Object.keys(screens) as Word[];
const screenInAddress = () => location.hash.slice(2);
const invitationInAddress = () => /^#\/invitation\/([0-9a-f]{64})$/.exec(location.hash)?.[1];

function useWords() {
  const [language, setLanguage] = useState<Locale>(() =>
    localeOf(localStorage.getItem('console.language') ?? navigator.language),
  );
  useEffect(() => {
    document.documentElement.lang = tagOf(language);
    document.title = say(language, 'title');
    localStorage.setItem('console.language', language);
  }, [language]);
  const t = useCallback((word: Word) => say(language, word), [language]);
  const choice = (
    <select
      aria-label={t('language')}
      value={language}
      onChange={({ currentTarget }) => setLanguage(currentTarget.value as Locale)}
    >
      {Object.entries(locales).map(([locale, { name }]) => (
        <option key={locale} value={locale}>
          {name}
        </option>
      ))}
    </select>
  );
  return { language, t, choice };
}

interface HeaderProps {
  me: Item;
  mode: PartnerMode;
  setMode(mode: PartnerMode): void;
  setChosen(partner: string): void;
  /** The language switch. */
  choice: ReactNode;
}

/** The current partner and mode, the language, and the sign-out button. */
function Header({ me, mode, setMode, setChosen, choice }: HeaderProps) {
  const { ended, partner, t } = usePage();
  return (
    <header>
      <b>{t('title')}</b>
      <select
        aria-label={t('company')}
        value={partner}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      >
        {me.partners.map(({ id, name }: Item) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={t('mode')}
        value={mode}
        onChange={({ currentTarget }) => setMode(currentTarget.value as PartnerMode)}
      >
        {partnerModes.map((one) => (
          <option key={one} value={one}>
            {t(one)}
          </option>
        ))}
      </select>
      {choice}
      <button
        type="button"
        className="plain"
        onClick={() =>
          ask('session/end', {}).then(ended, (error: Refused) => error.status === 401 && ended())
        }
      >
        {t('signOut')}
      </button>
    </header>
  );
}

function Console() {
  const { language, t, choice } = useWords();
  const [me, setMe] = useState<Item | 'nobody' | 'lost'>();
  const [screen, setScreen] = useState(screenInAddress);
  const [mode, setMode] = useState<PartnerMode>('test');
  const [chosen, setChosen] = useState('');
  const look = useCallback(
    () =>
      ask('session').then(
        async (found) => {
          keepCsrf(found.csrf);
          const token = invitationInAddress();
          if (!token) return setMe(found);
          // a person with an account accepts an invitation
          location.hash = '/overview';
          await ask('invitation/accept', { token }).catch(() => {});
          setMe(await ask('session'));
        },
        (error: Refused) => setMe(error.status === 401 ? 'nobody' : 'lost'),
      ),
    [],
  );
  useEffect(() => {
    look();
    const follow = () => setScreen(screenInAddress());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [look]);
  const ended = useCallback(() => setMe('nobody'), []);
  const known = typeof me === 'object' ? me : undefined;
  const at: Item | undefined = known?.partners.find((one: Item) => one.id === chosen) ?? known?.partners[0];
  const page = useMemo(
    () =>
      at && {
        language,
        mode,
        partner: at.id,
        role: at.role,
        t,
        name: (word: string) => say(language, word),
        ended,
      },
    [language, mode, at, t, ended],
  );

  if (!me) return <p className="quiet">{t('loading')}</p>;
  if (me === 'lost')
    return (
      <p className="failed">
        {t('lost')}{' '}
        <button type="button" onClick={look}>
          {t('again')}
        </button>
      </p>
    );
  if (me === 'nobody' || !page)
    return (
      <>
        <Door t={t} entered={look} invitation={invitationInAddress()} />
        <footer>{choice}</footer>
      </>
    );
  const current = names.find((name) => name === screen) ?? 'overview';
  return (
    <PageProvider value={page}>
      <Header me={me} mode={mode} setMode={setMode} setChosen={setChosen} choice={choice} />
      <nav>
        {names.map((name) => (
          <a key={name} href={`#/${name}`} aria-current={name === current ? 'page' : undefined}>
            {t(name)}
          </a>
        ))}
      </nav>
      <main data-screen={current} key={`${current} ${mode} ${page.partner}`}>
        <h1>{t(current)}</h1>
        {screens[current]?.()}
      </main>
    </PageProvider>
  );
}

const root = document.getElementById('console');
if (root) createRoot(root).render(<Console />);
