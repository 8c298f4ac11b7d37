import { useState } from 'react';
import type { List } from '../../core/data/list';
import { noMeasures } from '../../core/data/measures';
import { Failure } from '../../core/http/failure';
import { money } from '../../core/text/format';
import { Tag } from '../../ui/display/tag';
import { Loaded } from '../../ui/feedback/loaded';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Search } from '../../ui/field/search';
import { Card } from '../../ui/layout/card';
import { ListView } from '../../ui/layout/list';
import { Section } from '../../ui/layout/section';
import { Tabs } from '../../ui/layout/tabs';
import { row } from '../../ui/styles';
import { useText } from './text';

const states = ['list', 'waiting', 'none', 'failed', 'stale'] as const;
type State = (typeof states)[number];

const refresh = () => new Promise<void>((resolve) => setTimeout(resolve, 1000));
const rest = { busy: false, moreBusy: false, moreFailure: undefined, refresh, measures: noMeasures() };
const failure = new Failure('offline');

/** A list like one of `useList`. */
function useSample(state: State): List<number> {
  const [count, setCount] = useState(3);
  const items = Array.from({ length: count }, (_, at) => at + 1);
  const more = async () => {
    await refresh();
    setCount(count + 20);
  };
  if (state === 'waiting') return { ...rest, busy: true };
  if (state === 'none') return { ...rest, items: [] };
  if (state === 'failed') return { ...rest, failure };
  if (state === 'stale') return { ...rest, items, failure };
  return { ...rest, items, ...(count < 40 && { more, moreFailure: failure }) };
}

export function ListStates() {
  const text = useText();
  const [state, setState] = useState<State>('list');
  const [words, setWords] = useState('');
  const list = useSample(state);
  const options = Object.fromEntries(states.map((one) => [one, text(one)])) as Record<State, string>;
  return (
    <>
      <Section title={text('states')}>
        <ListView
          of={list}
          empty={text('noItems')}
          itemKey={String}
          head={
            <>
              <Search value={words} onChange={setWords} placeholder={text('search')} />
              <Tabs label={text('states')} value={state} options={options} onChange={setState} />
            </>
          }
        >
          {(number) => (
            <Card href="#/pages/dev/gallery">
              <div className={row} style={{ justifyContent: 'space-between' }}>
                <strong>{text('item', { number })}</strong>
                <Tag tone={number % 2 ? 'good' : 'warn'}>{text(number % 2 ? 'approved' : 'applied')}</Tag>
              </div>
              {money(number * 9_950)}
            </Card>
          )}
        </ListView>
      </Section>
      <Section title={text('details')}>
        <Skeleton kind="detail" rows={3} />
        <Loaded of={{ busy: false, failure: new Failure('http'), refresh }}>{() => null}</Loaded>
      </Section>
    </>
  );
}
