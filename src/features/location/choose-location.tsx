import { css } from 'goober';
import { useRef, useState } from 'react';
import type { Position } from '../../contract/buying/addresses';
import { type Place, placeAt, searchPlaces } from '../../contract/member/location';
import { useApp } from '../../core/app';
import { fetchOrThrow } from '../../core/data/query';
import { useChosenPlace } from '../../core/form/chosen-place';
import { asFailure } from '../../core/http/failure';
import type { Props } from '../../core/navigation/route';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/display/icon';
import { addressIcon, searchIcon } from '../../ui/display/icons';
import { Field } from '../../ui/field/field';
import { ActionBar } from '../../ui/layout/action-bar';
import { input, panel, quiet, spread } from '../../ui/styles';
import * as addresses from '../addresses/routes';
import { MapView } from './map';
import type * as places from './routes';

const screen = css`
  display: flex;
  flex: 1 0 auto;
  flex-direction: column;
  & > * + * {
    margin-top: 12px;
  }
  & form > button {
    margin-left: 8px;
  }
`;
const found = css`
  & button {
    display: block;
    width: 100%;
    min-height: 56px;
    padding: 8px 14px;
    text-align: left;
  }
  & li + li {
    border-top: 1px solid var(--cp-line);
  }
  & [aria-pressed='true'] {
    background: var(--cp-soft);
  }
`;

/** Where a map begins that knows nothing yet: the middle of Hangzhou's West Lake. */
const somewhere: Position = { latitude: 30.2466, longitude: 120.1487 };

const degrees = (text: string | undefined, most: number) => {
  const value = text === undefined || text === '' ? Number.NaN : Number(text);
  return Math.abs(value) <= most ? value : undefined;
};

/**
 * `pages/location/chooseLocation`: by the phone's position, by name, on the map, or in one's own words. Whatever does not
 * work leaves the others.
 */
export default function ChooseLocation({
  for: draft = 'place',
  latitude,
  longitude,
}: Props<typeof places.chooseLocation>) {
  const { nav, platform, send, t, toasts } = useApp();
  const { keep } = useChosenPlace(draft);
  const [lat, lng] = [degrees(latitude, 90), degrees(longitude, 180)];
  const given = lat !== undefined && lng !== undefined ? { latitude: lat, longitude: lng } : undefined;
  const [chosen, setChosen] = useState<Place | undefined>(
    given && { name: '', address: '', position: given },
  );
  const [centre, setCentre] = useState(given);
  const [text, setText] = useState('');
  const [manual, setManual] = useState('');
  const [results, setResults] = useState<{ text: string; items: Place[]; sandbox: boolean }>();
  const [busy, setBusy] = useState<'search' | 'here'>();
  const [problem, setProblem] = useState<string>();
  /** The newest point: an answer about one before it is of no use. */
  const newestRequest = useRef(0);

  const attempt = async (what: 'search' | 'here', work: () => Promise<void>) => {
    if (busy === what) return; // one does not keep the other waiting
    setBusy(what);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      const failure = asFailure(error);
      setProblem(failure.message || t('common.failures.offline'));
    } finally {
      setBusy((now) => (now === what ? undefined : now));
    }
  };

  async function choosePoint(position: Position) {
    const turn = ++newestRequest.current;
    setCentre(position);
    setChosen({ name: '', address: '', position });
    try {
      const { place } = await fetchOrThrow(send, placeAt, position, 'never');
      if (place && turn === newestRequest.current) setChosen({ ...place, position });
    } catch (error) {
      asFailure(error); // the point is known without its name
    }
  }

  const here = () =>
    attempt('here', async () => {
      if (!platform.position) return setProblem(t('places.unavailable'));
      const point = await platform.position().catch((error: Error) => error.message);
      if (typeof point !== 'string') return void choosePoint(point);
      if (point !== 'denied') return setProblem(t('places.unavailable'));
      setProblem(t('places.deniedHow'));
      toasts.show(t('places.denied'));
    });
  const onTheirMap = () =>
    attempt('here', async () => {
      const spot = await platform.chooseLocation?.().catch(() => setProblem(t('places.unopened')));
      if (!spot) return;
      const { latitude, longitude, name, address } = spot;
      take({ name, address, position: { latitude, longitude } });
    });
  const search = () =>
    attempt('search', async () => {
      const searched = text.trim();
      if (!searched) return;
      const { items, sandbox } = await fetchOrThrow(
        send,
        searchPlaces,
        { text: searched.slice(0, 50) },
        'now',
      );
      setResults({ text: searched, items, sandbox });
    });
  const take = (place: Place) => {
    setChosen(place);
    if (place.position) setCentre(place.position);
  };

  const use = () => {
    const name = manual.trim();
    keep({ name: '', address: '', ...chosen, ...(name && { name }) });
    nav.back(addresses.addressManage);
  };
  const named = chosen?.name || (chosen?.position && t('places.point'));
  return (
    <div className={screen}>
      {/* biome-ignore lint/a11y/useSemanticElements: <search> says nothing to the engines that we support */}
      <form
        className={spread}
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          void search();
        }}
      >
        <input
          className={input}
          style={{ flex: '1 1 8em', width: 'auto' }}
          type="search"
          aria-label={t('places.search')}
          placeholder={t('places.search')}
          maxLength={50}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" aria-label={t('places.search')} busy={busy === 'search'}>
          <Icon of={searchIcon} />
        </Button>
      </form>
      {platform.position && (
        <Button busy={busy === 'here'} onClick={() => void here()}>
          <Icon of={addressIcon} />
          {t(busy === 'here' ? 'places.finding' : 'places.here')}
        </Button>
      )}
      {platform.chooseLocation && <Button onClick={() => void onTheirMap()}>{t('places.theirMap')}</Button>}
      {problem && (
        <p role="alert" style={{ color: 'var(--cp-bad)' }}>
          {problem}
        </p>
      )}
      <MapView at={centre ?? somewhere} onMove={(to) => void choosePoint(to)} />
      <div role="status">
        {results ? (
          <>
            {results.sandbox && <p className={quiet}>{t('places.test')}</p>}
            {!results.items.length && <p className={quiet}>{t('places.none', { text: results.text })}</p>}
          </>
        ) : (
          <p className={quiet}>{t('places.start')}</p>
        )}
      </div>
      {!!results?.items.length && (
        // biome-ignore lint/a11y/noRedundantRoles: without its dots, a list is none to VoiceOver unless it says so
        <ul className={`${panel} ${found}`} role="list">
          {results.items.map((place, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places have no ids, and these never change
            <li key={at}>
              <button type="button" aria-pressed={place === chosen} onClick={() => take(place)}>
                <b>{place.name}</b>
                <br />
                <span className={quiet}>{place.address}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Field label={t('places.manual')} optional>
        {(id) => (
          <input
            id={id}
            className={input}
            maxLength={100}
            placeholder={t('places.manualHint')}
            value={manual}
            onInput={({ currentTarget }) => setManual(currentTarget.value)}
          />
        )}
      </Field>
      <ActionBar note={named && `${t('places.chosen')} · ${named}`}>
        <Button kind="primary" disabled={!chosen && !manual.trim()} onClick={use}>
          {t('places.use')}
        </Button>
      </ActionBar>
    </div>
  );
}
