import {
  Box,
  Button,
  Card,
  CardActionArea,
  CardContent,
  LinearProgress,
  TextField,
  Typography,
} from '@mui/material';
import { useTheme } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Title, useLocaleState, useStore, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import uPlot from 'uplot';
import { areaNamed } from '../contract/desk/areas';
import { chinaAhead } from '../contract/wire/china';
import { type Locale, tagOf } from '../contract/wire/locale';
import { yuan } from '../contract/wire/yuan';
import { ask, type Item } from './api';
import { useMe } from './list';
import { useName, useTime } from './names';

const dayLength = 86_400_000;
const chinaDay = (at: number) => new Date(at + chinaAhead).toISOString().slice(0, 10);

/** Figures in fen. */
const isMoney = new Set(['turnover', 'refunds', 'paidOut']);
const figures = [
  'turnover',
  'refunds',
  'paidOut',
  'newMembers',
  'paidOrders',
  'machinesStarted',
  'machinesRunning',
  'visits',
] as const;

/** The page on which a waiting list is handled: an area with a filter, or the inbox. */
function placeOf(queue: string): string {
  if (queue === 'unsent') return `/orders?filter=${encodeURIComponent('{"unsent":"yes"}')}`;
  if (queue === 'conversations' || queue === 'workorders') return '/inbox';
  return queue === 'reports' ? '/posts' : `/${queue}`;
}

/** Checks when asked that no row of the trail was changed or taken away: it reads all of them. */
function TrailCheck() {
  const t = useTranslate();
  const time = useTime();
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['trail check'],
    queryFn: () => ask('trail/check'),
    enabled: false,
  });
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      <Button size="small" variant="outlined" disabled={isFetching} onClick={() => refetch()}>
        {t('word.checkTrail')}
      </Button>
      <Typography role="status" color={error || data?.inOrder === false ? 'error' : 'text.secondary'}>
        {error
          ? error.message
          : data &&
            [
              `${t('area.trail')}: ${t(data.inOrder ? 'word.inOrder' : 'word.outOfOrder')}`,
              data.broken ? `№ ${data.broken}` : t('word.selected', { smart_count: data.rows }),
              time(new Date(dataUpdatedAt).toISOString()),
            ].join(' · ')}
      </Typography>
    </Box>
  );
}

/** Today: the waiting lists with their age, and the company's figures over any days, compared with the days before. */
export function Day() {
  const t = useTranslate();
  const name = useName();
  const time = useTime();
  const me = useMe();
  const today = chinaDay(Date.now());
  const [range, setRange] = useStore('desk.range', { days: 30, since: '', until: '' });
  const { data: day } = useQuery({ queryKey: ['day'], queryFn: () => ask('day'), refetchInterval: 30_000 });
  const until = range.until || today;
  const since = range.since || chinaDay(Date.parse(`${until}T00:00:00+08:00`) - (range.days - 1) * dayLength);
  const length = Math.round((Date.parse(until) - Date.parse(since)) / dayLength) + 1;
  const before = {
    since: chinaDay(Date.parse(`${since}T00:00:00+08:00`) - length * dayLength),
    until: chinaDay(Date.parse(`${since}T00:00:00+08:00`) - dayLength),
  };
  const read = (from: string, to: string) => ({
    queryKey: ['figures', from, to],
    queryFn: () => ask(`figures?since=${from}&until=${to}`),
    enabled: length > 0 && length <= 400,
  });
  const { data: now } = useQuery(read(since, until));
  const { data: then } = useQuery(read(before.since, before.until));
  return (
    <Box sx={{ mt: 1, display: 'grid', gap: 2 }}>
      <Title title={t('area.day')} />
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))' }}>
        {Object.entries((day?.waiting ?? {}) as Record<string, number>).map(([queue, count]) => (
          <Card key={queue} variant="outlined">
            <CardActionArea component={Link} to={placeOf(queue)} sx={{ p: 1.5, height: '100%' }}>
              <Typography variant="body2" color="text.secondary">
                {areaNamed(queue) ? t(`area.${queue}`) : name('value', queue)}
              </Typography>
              <Typography variant="h5" component="p" color={count ? 'warning.main' : 'text.primary'}>
                {count}
              </Typography>
              {day?.since[queue] && count > 0 && (
                <Typography variant="caption" color="text.secondary">
                  {t('word.sinceTime', { time: time(day.since[queue]) })}
                </Typography>
              )}
            </CardActionArea>
          </Card>
        ))}
      </Box>
      {day && (
        <Typography color={day.ledger === false ? 'error' : 'text.secondary'}>
          {t('word.books')}:{' '}
          {t(day.ledger === undefined ? 'word.notChecked' : day.ledger ? 'word.inOrder' : 'word.outOfOrder')}
          {' · '}
          {t('area.jobs')}: {day.deadJobs}
        </Typography>
      )}
      {me?.sees.includes('trail') && <TrailCheck />}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        {[7, 30, 90, 365].map((days) => (
          <Button
            key={days}
            variant={!range.since && range.days === days ? 'contained' : 'outlined'}
            size="small"
            onClick={() => setRange({ days, since: '', until: '' })}
          >
            {t('word.days', { smart_count: days })}
          </Button>
        ))}
        {(['since', 'until'] as const).map((end) => (
          <TextField
            key={end}
            type="date"
            size="small"
            fullWidth={false}
            label={t(`word.${end}`)}
            value={end === 'since' ? since : until}
            onChange={(event) => setRange({ ...range, since, until, [end]: event.target.value })}
            slotProps={{ inputLabel: { shrink: true } }}
          />
        ))}
      </Box>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(300px, 1fr))' }}>
        {now &&
          figures.map((figure) => (
            <Figure
              key={figure}
              label={t(`value.${figure}`)}
              money={isMoney.has(figure)}
              days={now.items.map((one: Item) => one.day)}
              values={now.items.map((one: Item) => one[figure])}
              before={then?.items.map((one: Item) => one[figure]) ?? []}
              total={now.totals[figure]}
              totalBefore={then?.totals[figure]}
            />
          ))}
        {now && <Funnel now={now.funnel} before={then?.funnel} />}
      </Box>
    </Box>
  );
}

/** How many of the members who registered within the days have come how far, with the same of the days before. */
function Funnel({ now, before }: { now: Item; before: Item | undefined }) {
  const t = useTranslate();
  const share = ({ registered = 0 }: Item, reached: number) =>
    registered ? `${Math.round((reached / registered) * 100)} %` : '–';
  return (
    <Card variant="outlined">
      <CardContent>
        <Typography variant="subtitle2" component="h2">
          {t('word.funnel')}
        </Typography>
        <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.25, mt: 1 }}>
          {Object.entries(now as Record<string, number>).map(([step, reached]) => (
            <Box component="li" key={step}>
              <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
                <span>{t(`value.${step}`)}</span>
                <span>
                  {reached} · {share(now, reached)}
                </span>
              </Box>
              <LinearProgress
                variant="determinate"
                aria-hidden
                value={now.registered ? (reached / now.registered) * 100 : 0}
              />
              {before && (
                <Typography variant="caption" color="text.secondary">
                  {t('word.before', { value: `${before[step]} · ${share(before, before[step])}` })}
                </Typography>
              )}
            </Box>
          ))}
        </Box>
      </CardContent>
    </Card>
  );
}

interface FigureProps {
  label: string;
  money: boolean;
  days: string[];
  values: number[];
  before: number[];
  total: number;
  totalBefore: number | undefined;
}

function Figure({ label, money, days, values, before, total, totalBefore }: FigureProps) {
  const t = useTranslate();
  const text = (value: number) => (money ? yuan(value) : String(value));
  return (
    <Card variant="outlined">
      <CardContent>
        <Typography variant="body2" color="text.secondary">
          {label}
        </Typography>
        <Typography variant="h5" component="p">
          {text(total)}
        </Typography>
        {totalBefore !== undefined && (
          <Typography variant="caption" color="text.secondary">
            {t('word.before', { value: text(totalBefore) })}
          </Typography>
        )}
        <Chart days={days} values={values} before={before} money={money} label={label} />
      </CardContent>
    </Card>
  );
}

/** A line for the days, and a dashed one for the same number of days before. */
function Chart({ days, values, before, money, label }: Omit<FigureProps, 'total' | 'totalBefore'>) {
  const holder = useRef<HTMLDivElement>(null);
  const { palette } = useTheme();
  const [locale] = useLocaleState();
  useEffect(() => {
    const at = holder.current;
    if (!at) return;
    const scale = (list: number[]) => list.map((value) => (money ? value / 100 : value));
    const short = new Intl.NumberFormat(tagOf(locale as Locale), { notation: 'compact' });
    const axis = { stroke: palette.text.secondary, grid: { stroke: palette.divider }, size: 44 };
    const chart = new uPlot(
      {
        width: at.clientWidth || 280,
        height: 140,
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: true } },
        axes: [
          { ...axis, size: 28, values: (_, ticks) => ticks.map((tick) => chinaDay(tick * 1000).slice(5)) },
          // half a member is none
          {
            ...axis,
            values: (_, ticks) => ticks.map((tick) => (money || tick % 1 === 0 ? short.format(tick) : '')),
          },
        ],
        series: [
          {},
          { stroke: palette.primary.main, width: 2 },
          { stroke: palette.text.disabled, width: 1, dash: [4, 4] },
        ],
      },
      [
        days.map((day) => Date.parse(`${day}T00:00:00+08:00`) / 1000),
        scale(values),
        days.map((_, nth) => scale(before)[nth] ?? null),
      ],
      at,
    );
    const fit = () => chart.setSize({ width: at.clientWidth, height: 140 });
    const watch = new ResizeObserver(fit);
    watch.observe(at);
    return () => {
      watch.disconnect();
      chart.destroy();
    };
  }, [days.join(), values.join(), before.join(), palette.mode, locale]);
  return <Box ref={holder} role="img" aria-label={label} />;
}
