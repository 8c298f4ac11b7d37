import { css } from 'goober';
import { type KeyboardEvent, type TouchEvent, useEffect, useState } from 'react';
import { hidden } from '../styles';
import { Light, type LightTone } from './light';

/** Its internal width in px; it is scaled to its container. */
const width = 328;

const chart = css`
  & > [role='slider'] {
    display: block;
    width: 100%;
    touch-action: pan-y;
    cursor: pointer;
  }
  & > p {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    min-height: 1.34em; /* its line height, also before it has the names of days */
    margin-top: 4px;
    color: var(--cp-quiet);
    font-size: 12px;
  }
  & > p > span + span {
    padding-left: 8px;
  }
  & b {
    color: var(--cp-accent);
    font-weight: 600;
  }
`;

/** A series: its name and colour. */
interface Series {
  name: string;
  tone?: LightTone | undefined;
}

interface Column {
  /** The day or the hour, as it is written below the chart. */
  name: string;
  /** One number for each of the series, in any unit. */
  values: number[];
  /** The column as text: `17 Nov, ¥640.00`. */
  text: string;
}

interface Looks {
  columns: Column[];
  /** Rows of lights: 4 in a list, 7 in a summary, 11 in a chart. */
  rows?: 4 | 7 | 11 | undefined;
  series: Series[];
  /** Draws each of the series in its own rows, instead of stacking them: 11 for the first, 3 for each of the others. */
  apart?: boolean | undefined;
}

const geometry = { 4: [5, 3.4], 7: [7, 5], 11: [9.4, 6.4] } as const;

/** The lights of one column, from the bottom up. */
const column = (x: number, foot: number, lights: number, step: number, from = 0) =>
  lights > 0
    ? `M${x.toFixed(1)} ${(foot - from * step).toFixed(1)}v-${((lights - 1) * step + 0.1).toFixed(1)}`
    : '';

/** Number of lights for a value: proportional, but at least one for values above zero. */
export const lightsOf = (value: number, top: number, rows: number): number =>
  value > 0 && top > 0 ? Math.max(1, Math.round((value / top) * rows)) : 0;

/** Only the lights: some days in a list or a summary. Decorative; the numbers are beside it. */
export function Columns({
  columns,
  rows = 7,
  series,
  apart,
  at,
  wide = rows === 11,
}: Looks & {
  at?: number | undefined;
  /** As wide as its container. */
  wide?: boolean | undefined;
}) {
  const [step, light] = geometry[rows];
  const each = wide ? width / Math.max(columns.length, 1) : step;
  const size = Math.min(light, each * 0.7);
  const bands = apart ? series.map((_, band) => (band ? 3 : rows)) : [rows];
  const height = bands.reduce((sum, one) => sum + one * step, 0) + (bands.length - 1) * step;
  const all: string[] = [];
  const lit = series.map(({ tone = 'lit' }) => ({ colour: `var(--cp-${tone})`, rest: '', chosen: '' }));
  let foot = 0;
  bands.forEach((band, number) => {
    foot += band * step + (number ? step : 0);
    const sums = columns.map(({ values }) =>
      values.reduce((sum, value, one) => (apart && one !== number ? sum : sum + value), 0),
    );
    const top = Math.max(...sums, 0);
    columns.forEach(({ values }, index) => {
      const x = (index + 0.5) * each;
      const y = foot - step / 2;
      all.push(column(x, y, band, step));
      let from = 0;
      let sum = 0;
      lit.forEach((paths, one) => {
        const value = values[one] ?? 0;
        if (apart && one !== number) return;
        sum += value;
        const lights = Math.max(lightsOf(sum, top, band) - from, value > 0 && from < band ? 1 : 0);
        paths[index === at ? 'chosen' : 'rest'] += column(x, y, lights, step, from);
        from += lights;
      });
    });
  });
  const dim = at === undefined ? 1 : 0.68;
  return (
    <svg
      viewBox={`0 0 ${wide ? width : Math.max(1, columns.length * each)} ${height}`}
      // the glow of a light in the first or the last row is larger than its place
      style={{ overflow: 'visible', ...(wide ? { width: '100%' } : { height, maxWidth: '100%' }) }}
      strokeLinecap="round"
      strokeDasharray={`.01 ${step - 0.01}`}
      strokeWidth={size}
      aria-hidden="true"
    >
      <path d={all.join('')} stroke="var(--cp-unlit)" strokeOpacity=".55" />
      {lit.map(({ colour, rest, chosen }, one) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the series never change places
        <g key={one} stroke={colour}>
          <path d={rest} strokeOpacity={dim} />
          <path d={chosen} strokeOpacity=".3" strokeWidth={size * 1.7} />
          <path d={chosen} />
        </g>
      ))}
    </svg>
  );
}

/** Milliseconds after the first paint in which a tap is handled before the table is rendered, which nobody sees. */
const pauseMs = 50;

/**
 * A chart of lights. It is one slider: a finger or the arrow keys move from column to column, `onChoose` receives the column, and screen
 * readers announce it and have all values as a table.
 */
export function Chart({
  label,
  columns,
  series,
  rows = 11,
  apart,
  at,
  onChoose,
}: Looks & {
  label: string;
  /** The chosen column. */
  at: number;
  onChoose(at: number): void;
}) {
  const [painted, setPainted] = useState(false);
  useEffect(() => void setTimeout(() => setPainted(true), pauseMs), []);
  const last = columns.length - 1;
  const choose = (to: number) => onChoose(Math.min(last, Math.max(0, to)));
  const pick = (slider: Element, x: number) => {
    const { left, width } = slider.getBoundingClientRect();
    choose(Math.floor(((x - left) / (width || 1)) * columns.length));
  };
  const onTouch = ({ currentTarget, touches }: TouchEvent) => {
    const touch = touches[0];
    if (touch) pick(currentTarget, touch.clientX);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageDown: at - 7,
      PageUp: at + 7,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(to);
  };
  const four = [0, last / 3, (last * 2) / 3, last].map(Math.round);
  // the label of the chosen one replaces the nearest of the four
  const nearest = four.reduce((best, one) => (Math.abs(one - at) < Math.abs(best - at) ? one : best), 0);
  const names = [...new Set(four)].map((one) => (one === nearest ? at : one));
  return (
    <div className={chart}>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={columns[at]?.text}
        onKeyDown={onKeyDown}
        onTouchStart={onTouch}
        onTouchMove={onTouch}
        onMouseDown={({ currentTarget, clientX }) => pick(currentTarget, clientX)}
        onMouseMove={({ buttons, currentTarget, clientX }) => buttons && pick(currentTarget, clientX)}
      >
        <Columns columns={columns} rows={rows} series={series} apart={apart} at={at} wide />
      </div>
      <p aria-hidden="true">
        {names.map((one) =>
          one === at ? <b key={one}>{columns[one]?.name}</b> : <span key={one}>{columns[one]?.name}</span>,
        )}
      </p>
      {series.length > 1 && (
        <p>
          {series.map(({ name, tone = 'lit' }) => (
            <span key={name}>
              <Light tone={tone} /> {name}
            </span>
          ))}
        </p>
      )}
      {painted && (
        <table className={hidden}>
          <caption>{label}</caption>
          <tbody>
            {columns.map(({ name, text }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
