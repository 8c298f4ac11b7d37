import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type Locale, localeOf, locales, tagOf } from '../contract/wire/locale';
import { ask, keepCsrf, type Me, Refused } from './api';
import { Chat } from './chat';
import { Day } from './day';
import { Members } from './members';
import { Notices } from './notices';
import { QueueScreen, queues, WorkOrders } from './queues';
import { Products } from './shop';
import { PageProvider } from './show';
import { SignIn } from './sign-in';
import { Trail } from './trail';
import { isWord, say } from './words';

const screens: Record<string, (go: (screen: string) => void) => ReactNode> = {
  day: (go) => <Day go={go} has={(screen) => !!screens[screen]} />,
  ...Object.fromEntries(
    Object.entries(queues).map(([name, queue]) => [name, () => <QueueScreen key={name} of={queue} />]),
  ),
  workorders: () => <WorkOrders />,
  conversations: () => <Chat />,
  members: () => <Members />,
  products: () => <Products />,
  notices: () => <Notices />,
  trail: () => <Trail />,
};

const screenInAddress = () => location.hash.slice(2);
const stored = (): Locale => localeOf(localStorage.getItem('desk.language') ?? navigator.language);

function Desk() {
  const [language, setLanguage] = useState<Locale>(stored);
  const [me, setMe] = useState<Me | 'nobody' | 'lost'>();
  const [screen, setScreen] = useState(screenInAddress);
  const [notification, setNotification] = useState('');

  const look = () =>
    ask('session').then(
      (found) => {
        keepCsrf(found.csrf);
        setMe(found as Me);
      },
      (error: Refused) => setMe(error.status === 401 ? 'nobody' : 'lost'),
    );
  useEffect(() => {
    look();
    const follow = () => setScreen(screenInAddress());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  useEffect(() => {
    document.documentElement.lang = tagOf(language);
    document.title = say(language, 'title');
    localStorage.setItem('desk.language', language);
  }, [language]);
  useEffect(() => {
    document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [screen, me]);
  useEffect(() => {
    if (!notification) return;
    const timer = setTimeout(() => setNotification(''), 4000);
    return () => clearTimeout(timer);
  }, [notification]);

  const page = useMemo(
    () => ({
      language,
      t: (word: Parameters<typeof say>[1]) => say(language, word),
      notify: setNotification,
      ended: () => setMe('nobody'),
    }),
    [language],
  );
  const { t } = page;
  const languages = (
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
  const go = (to: string) => {
    location.hash = `/${to}`;
  };

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
  if (me === 'nobody')
    return (
      <PageProvider value={page}>
        <SignIn entered={look} />
        <footer>{languages}</footer>
      </PageProvider>
    );
  const names = Object.keys(screens).filter((name) => me.sees.includes(name));
  const current = names.includes(screen) ? screen : 'day';
  const leave = async () => {
    await ask('session/end', {}).catch((error) => {
      if (!(error instanceof Refused)) throw error;
    });
    setMe('nobody');
  };
  return (
    <PageProvider value={page}>
      <header>
        <b>{t('title')}</b>
        <span>
          {me.name} · {me.role}
        </span>
        {languages}
        <button type="button" className="plain" onClick={leave}>
          {t('signOut')}
        </button>
      </header>
      <nav>
        {names.map((name) => (
          <a key={name} href={`#/${name}`} aria-current={name === current ? 'page' : undefined}>
            {isWord(name) ? t(name) : name}
          </a>
        ))}
      </nav>
      <main data-screen={current}>
        <h1>{isWord(current) ? t(current) : current}</h1>
        {screens[current]?.(go)}
      </main>
      <p className="told" role="status" hidden={!notification}>
        {notification}
      </p>
    </PageProvider>
  );
}

const root = document.getElementById('desk');
if (root) createRoot(root).render(<Desk />);
