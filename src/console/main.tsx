import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type PartnerMode, partnerModes } from '../contract/embed/partners';
import { type Locale, localeOf, locales, tagOf } from '../contract/wire/locale';
import { Keys, Origins, People } from './access';
import { ask, type Item, keepCsrf, type Refused } from './api';
import { Deprecations } from './deprecations';
import { Changes, Requests, Usage } from './logs';
import { Overview } from './overview';
import { PageProvider, usePage } from './page';
import { Profile } from './profile';
import { Sandbox } from './sandbox';
import { SignInPage } from './sign-in-page';
import { PublicStatus, Status } from './status';
import { ThemeEditor } from './theme';
import { Webhooks } from './webhooks';
import { say, type Word } from './words';

interface Screen {
  show(): ReactNode;
  /** The page of the documents that explains it. */
  docs: string;
  /** Of one mode: what it shows changes with the mode. */
  ofMode?: boolean;
}

/** The screens in the order of the menu, by group. */
const groups: Record<string, Partial<Record<Word, Screen>>> = {
  build: {
    overview: { show: () => <Overview />, docs: 'index', ofMode: true },
    keys: { show: () => <Keys />, docs: 'tokens', ofMode: true },
    origins: { show: () => <Origins />, docs: 'security', ofMode: true },
    profile: { show: () => <Profile />, docs: 'features' },
    theme: { show: () => <ThemeEditor />, docs: 'theming' },
    sandbox: { show: () => <Sandbox />, docs: 'test-mode' },
  },
  run: {
    webhooks: { show: () => <Webhooks />, docs: 'webhooks', ofMode: true },
    requests: { show: () => <Requests />, docs: 'tokens', ofMode: true },
    usage: { show: () => <Usage />, docs: 'tokens', ofMode: true },
    deprecations: { show: () => <Deprecations />, docs: 'versions', ofMode: true },
    status: { show: () => <Status />, docs: 'versions', ofMode: true },
  },
  team: {
    people: { show: () => <People />, docs: 'security' },
    changes: { show: () => <Changes />, docs: 'security' },
  },
};
const screens: Partial<Record<Word, Screen>> = Object.assign({}, ...Object.values(groups));
const screenInAddress = () => location.hash.slice(2);
const isStatusPage = () => location.pathname.endsWith('/status') || location.hash === '#/status';
const invitationInAddress = () => /^#\/invitation\/([0-9a-f]{64})$/.exec(location.hash)?.[1];

function useWords() {
  const [language, setLanguage] = useState<Locale>(() =>
    localeOf(localStorage.getItem('console.language') ?? navigator.language),
  );
  useEffect(() => {
    document.documentElement.lang = tagOf(language);
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

/** Where the documents stand in a language; the site has English and Chinese. */
export const docsIn = (language: Locale, page: string) =>
  `/partners/docs/${language.startsWith('zh') ? 'zh' : 'en'}/${page}.html`;

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
  const { ended, partner, language, t } = usePage();
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
      <a href={docsIn(language, 'index')}>{t('docs')}</a>
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
        {isStatusPage() ? (
          <PublicStatus t={t} language={language} />
        ) : (
          <SignInPage t={t} entered={look} invitation={invitationInAddress()} />
        )}
        <footer>
          {choice} <a href={docsIn(language, 'index')}>{t('docs')}</a>{' '}
          {isStatusPage() ? <a href="/partners/">{t('signIn')}</a> : <a href="status">{t('status')}</a>}
        </footer>
      </>
    );
  const asked = isStatusPage() && !screen ? 'status' : screen;
  const current = (asked in screens ? asked : 'overview') as Word;
  return (
    <PageProvider value={page}>
      <Header me={me} mode={mode} setMode={setMode} setChosen={setChosen} choice={choice} />
      <div className="columns">
        <Menu current={current} />
        <Screen key={`${current} ${mode} ${page.partner}`} current={current} />
      </div>
    </PageProvider>
  );
}

function Menu({ current }: { current: Word }) {
  const { t, name } = usePage();
  return (
    <nav aria-label={t('menu')}>
      {Object.entries(groups).map(([group, all]) => (
        <div key={group}>
          <h2>{name(`group.${group}`)}</h2>
          {(Object.keys(all) as Word[]).map((one) => (
            <a key={one} href={`#/${one}`} aria-current={one === current ? 'page' : undefined}>
              {t(one)}
            </a>
          ))}
        </div>
      ))}
    </nav>
  );
}

/** A screen under its title, with what it is for and where that is explained. */
function Screen({ current }: { current: Word }) {
  const { t, name, mode, language } = usePage();
  const screen = screens[current];
  useEffect(() => {
    document.title = `${t(current)} · ${t('title')}`;
  }, [t, current]);
  return (
    <main data-screen={current}>
      <h1>
        {t(current)} {screen?.ofMode && <span className={`mode ${mode}`}>{t(mode)}</span>}
      </h1>
      <p className="lead">
        {name(`lead.${current}`)} <a href={docsIn(language, screen?.docs ?? 'index')}>{t('more')}</a>
      </p>
      {screen?.show()}
    </main>
  );
}

const root = document.getElementById('console');
if (root) createRoot(root).render(<Console />);
