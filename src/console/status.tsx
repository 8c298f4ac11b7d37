import { useEffect, useState } from 'react';
import { type Locale, textIn } from '../contract/wire/locale';
import { ask, type Item } from './api';
import { Answered, day, time, useAnswer, usePage } from './page';
import { say, type Word } from './words';

interface FactsProps {
  facts: Item;
  t(word: Word): string;
  language: Locale;
}

function Incidents({ facts, t, language }: FactsProps) {
  const name = (word: string) => say(language, word);
  return (
    <>
      <h2>{t('incidents')}</h2>
      {facts.incidents.length ? (
        facts.incidents.map((one: Item) => (
          <article key={one.id} className={`incident ${one.until ? '' : 'open'}`}>
            <h3>{textIn(one.title, language)}</h3>
            <p className="quiet">
              {name(`part.${one.part}`)} · {name(`incident.${one.state}`)} · {time(one.since, language)}
              {one.until && ` – ${time(one.until, language)}`}
            </p>
            {one.updates.map((update: Item) => (
              <p key={update.at}>
                <b>{name(`incident.${update.state}`)}</b> {textIn(update.text, language)}{' '}
                <span className="quiet">{time(update.at, language)}</span>
              </p>
            ))}
          </article>
        ))
      ) : (
        <p className="quiet">{t('noIncidents')}</p>
      )}
    </>
  );
}

/** The status of a gateway. */
function Facts({ facts, t, language }: FactsProps) {
  const name = (word: string) => say(language, word);
  return (
    <>
      <p className={`look ${facts.status}`} role="status">
        {name(`look.${facts.status}`)} <span>{time(facts.at, language)}</span>
      </p>
      <dl>
        <dt>{name('part.api')}</dt>
        <dd className={`state ${facts.api.status}`}>{name(`state.${facts.api.status}`)}</dd>
        {facts.webhooks && (
          <>
            <dt>{name('part.webhooks')}</dt>
            <dd className={`state ${facts.webhooks.status}`}>
              {name(`state.${facts.webhooks.status}`)} · {t('waitingMessages')} {facts.webhooks.waiting}
            </dd>
          </>
        )}
      </dl>
      <Incidents facts={facts} t={t} language={language} />
      <h2>{t('releases')}</h2>
      <ul>
        {facts.releases.map((one: Item) => (
          <li key={one.version}>
            <b>{one.version}</b>
            {one.current && <span>{t('currentRelease')}</span>}
            <span>
              {one.since
                ? `${t('releasedOn')} ${day(one.since, language)} · ${t('servedUntil')} ${day(one.servedUntil, language)}`
                : t('notReleased')}
            </span>
          </li>
        ))}
      </ul>
      <p className="quiet">
        {t('asJson')} <a href="/embed/v1/status">/embed/v1/status</a>
      </p>
    </>
  );
}

/** The answer of this gateway, which says so even while it answers no call. */
const ownStatus = (): Promise<Item> =>
  fetch('/embed/v1/status', { cache: 'no-store' }).then((response) => response.json());

/** The status page for people who are not signed in. */
export function PublicStatus({ t, language }: Omit<FactsProps, 'facts'>) {
  const [facts, setFacts] = useState<Item | 'lost'>();
  useEffect(() => {
    document.title = t('status');
    ownStatus().then(setFacts, () => setFacts('lost'));
  }, [t]);
  return (
    <main data-screen="status">
      <h1>{t('status')}</h1>
      {!facts && <p className="quiet">{t('loading')}</p>}
      {facts === 'lost' && <p className="failed">{t('lost')}</p>}
      {typeof facts === 'object' && <Facts facts={facts} t={t} language={language} />}
    </main>
  );
}

/** The status of the gateway of a mode, and what waits for the partner's own webhooks. */
export function Status() {
  const { t, mode, partner, language } = usePage();
  const backlog = useAnswer(`/backlog?mode=${mode}`);
  const [facts, setFacts] = useState<Item | 'lost'>();
  useEffect(() => {
    let current = true;
    ownStatus()
      .then((own) => (own.modes.includes(mode) ? own : ask(`of/${partner}/status?mode=${mode}`)))
      .then(
        (found) => current && setFacts(found),
        () => current && setFacts('lost'),
      );
    return () => {
      current = false;
    };
  }, [mode, partner]);
  return (
    <>
      {!facts && <p className="quiet">{t('loading')}</p>}
      {facts === 'lost' && <p className="failed">{t('lost')}</p>}
      {typeof facts === 'object' && <Facts facts={facts} t={t} language={language} />}
      <h2>{t('yourWebhooks')}</h2>
      <Answered of={backlog}>
        {({ items }) => (
          <ul>
            {items.map((one: Item) => (
              <li key={one.id}>
                <code>{one.url}</code>
                <span>
                  {t('waitingMessages')} {one.waiting}
                  {one.oldest && ` · ${t('oldest')} ${time(one.oldest, language)}`}
                </span>
                {one.off && <span>{t('paused')}</span>}
                {one.pausedUntil && (
                  <span className="bad">
                    {t('pausedUntil')} {time(one.pausedUntil, language)}
                  </span>
                )}
                {one.lastResult && <span className="bad">{one.lastResult}</span>}
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </>
  );
}
