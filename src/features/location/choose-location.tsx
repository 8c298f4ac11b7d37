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
import { filled, full, input, panel, quiet, spread } from '../../ui/styles';
import * as addresses from '../addresses/routes';
import { MapView } from './map';
import type * as places from './routes';

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

/** Initial centre of a map without a position: Hangzhou's West Lake. */
const somewhere: Position = { latitude: 30.2466, longitude: 120.1487 };

/** The places found for a text; `sandbox` if the places are simulated. */
interface Results {
  text: string;
  items: Place[];
  sandbox: boolean;
}

const degrees = (text: string | undefined, most: number) => {
  const value = text === undefined || text === '' ? Number.NaN : Number(text);
  return Math.abs(value) <= most ? value : undefined;
};

/** The position in an address, if it is valid. */
function positionOf(latitude: string | undefined, longitude: string | undefined): Position | undefined {
  const [lat, lng] = [degrees(latitude, 90), degrees(longitude, 180)];
  return lat !== undefined && lng !== undefined ? { latitude: lat, longitude: lng } : undefined;
}

/** The chosen place, and the centre of the map. `given`: the initial value of both. */
function useChosen(given: Position | undefined) {
  const { send } = useApp();
  const [chosen, setChosen] = useState<Place | undefined>(
    given && { name: '', address: '', position: given },
  );
  const [centre, setCentre] = useState(given);
  /** The newest request: answers to earlier ones are ignored. */
  const newestRequest = useRef(0);
  return {
    chosen,
    centre,
    take(place: Place) {
      setChosen(place);
      if (place.position) setCentre(place.position);
    },
    /** Its name follows, if there is one. */
    async choosePoint(position: Position) {
      const turn = ++newestRequest.current;
      setCentre(position);
      setChosen({ name: '', address: '', position });
      try {
        const { place } = await fetchOrThrow(send, placeAt, position, 'never');
        if (place && turn === newestRequest.current) setChosen({ ...place, position });
      } catch (error) {
        asFailure(error); // the point is known without its name
      }
    },
  };
}

/** The attempts in flight, and the failure of the last one. */
function useAttempts() {
  const { t } = useApp();
  const [busy, setBusy] = useState<'search' | 'here'>();
  const [problem, setProblem] = useState<string>();
  const attempt = async (what: 'search' | 'here', work: () => Promise<void>) => {
    if (busy === what) return; // one does not block the other
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

  return { attempt, busy, problem, setProblem };
}

/**
 * `pages/location/chooseLocation`: by the phone's position, by name, on the map, or as free text. If one method fails, the others still
 * work.
 */
export default function ChooseLocation({
  for: draft = 'place',
  latitude,
  longitude,
}: Props<typeof places.chooseLocation>) {
  const { nav, platform, send, t, toasts } = useApp();
  const { keep } = useChosenPlace(draft);
  const { chosen, centre, take, choosePoint } = useChosen(positionOf(latitude, longitude));
  const { attempt, busy, problem, setProblem } = useAttempts();
  const [manual, setManual] = useState('');
  const [results, setResults] = useState<Results>();

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
  const search = (searched: string) =>
    attempt('search', async () => {
      if (!searched) return;
      const { items, sandbox } = await fetchOrThrow(
        send,
        searchPlaces,
        { text: searched.slice(0, 50) },
        'now',
      );
      setResults({ text: searched, items, sandbox });
    });

  const use = () => {
    const name = manual.trim();
    keep({ name: '', address: '', ...chosen, ...(name && { name }) });
    nav.back(addresses.addressManage);
  };
  const named = chosen?.name || (chosen?.position && t('places.point'));
  return (
    <div className={full}>
      <div className={filled}>
        <SearchLine busy={busy === 'search'} onSearch={(text) => void search(text)} />
        {platform.position && (
          <Button busy={busy === 'here'} onClick={() => void here()}>
            <Icon of={addressIcon} />
            {t(busy === 'here' ? 'places.finding' : 'places.here')}
          </Button>
        )}
        {platform.chooseLocation && <Button onClick={() => void onTheirMap()}>{t('places.theirMap')}</Button>}
        {problem && <p role="alert">{problem}</p>}
        <MapView at={centre ?? somewhere} onMove={(to) => void choosePoint(to)} />
        <FoundPlaces of={results} chosen={chosen} onTake={take} />
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
      </div>
      <ActionBar note={named && `${t('places.chosen')} · ${named}`}>
        <Button kind="primary" disabled={!chosen && !manual.trim()} onClick={use}>
          {t('places.use')}
        </Button>
      </ActionBar>
    </div>
  );
}

function SearchLine({ busy, onSearch }: { busy: boolean; onSearch(text: string): void }) {
  const { t } = useApp();
  const [text, setText] = useState('');
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> says nothing to the engines that we support
    <form
      className={spread}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
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
      <Button type="submit" aria-label={t('places.search')} busy={busy}>
        <Icon of={searchIcon} />
      </Button>
    </form>
  );
}

/** Shows the places found, or how to begin, and offers each place. */
function FoundPlaces({
  of,
  chosen,
  onTake,
}: {
  of: Results | undefined;
  chosen: Place | undefined;
  onTake(place: Place): void;
}) {
  const { t } = useApp();
  return (
    <>
      <div role="status">
        {of ? (
          <>
            {of.sandbox && <p className={quiet}>{t('places.test')}</p>}
            {!of.items.length && <p className={quiet}>{t('places.none', { text: of.text })}</p>}
          </>
        ) : (
          <p className={quiet}>{t('places.start')}</p>
        )}
      </div>
      {!!of?.items.length && (
        // biome-ignore lint/a11y/noRedundantRoles: without its dots, a list is none to VoiceOver unless it says so
        <ul className={`${panel} ${found}`} role="list">
          {of.items.map((place, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places have no ids, and these never change
            <li key={at}>
              <button type="button" aria-pressed={place === chosen} onClick={() => onTake(place)}>
                <b>{place.name}</b>
                <br />
                <span className={quiet}>{place.address}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
