import {
  Box,
  Chip,
  Link as MuiLink,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useLocaleState, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Field } from '../contract/desk/area';
import { type Locale, tagOf } from '../contract/wire/locale';
import { yuan } from '../contract/wire/yuan';
import type { Item } from './api';

/** Times by China's clock, as everything here; with the year, because lists go back years. */
export function useTime(): (at: string) => string {
  const [locale] = useLocaleState();
  const format = new Intl.DateTimeFormat(tagOf(locale as Locale), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Shanghai',
  });
  return (at) => format.format(new Date(at));
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
/** Names of values inside objects that are fen. */
const moneyNames =
  /^(amount|total|unitPrice|discount|quantityDiscount|memberDiscount|couponDiscount|balance|price|refunded|paid|priceBefore|dailyRent|minimum|fee)$/;

/** The words for a name of ours; the name itself, spaced, where we have none. */
export function useName(): (group: string, name: string) => string {
  const t = useTranslate();
  return (group, name) => t(`${group}.${name}`, { _: name });
}

/** The value of a field, drawn for what it is. */
export function Value({ field, value, brief }: { field: Field; value: unknown; brief?: boolean }) {
  const time = useTime();
  const name = useName();
  const t = useTranslate();
  if (value === undefined || value === null || value === '') return null;
  switch (field.kind) {
    case 'money':
      return <Short>{yuan(Number(value))}</Short>;
    case 'usdt':
      return <span>{`${(Number(value) / 1e6).toFixed(6)} USDT`}</span>;
    case 'time':
      return <Short>{time(String(value))}</Short>;
    case 'yes':
      return <span>{t(value ? 'ra.boolean.true' : 'ra.boolean.false')}</span>;
    case 'choice': {
      const key = Object.entries(field.values ?? {}).find(([, one]) => one === value)?.[0] ?? String(value);
      return <Chip size="small" variant="outlined" label={name('value', key)} />;
    }
    case 'record':
      return <RecordLink area={field.area ?? ''} of={String(value)} />;
    case 'pictures':
      return <Pictures of={[value].flat() as string[]} {...(brief && { brief })} />;
    case 'texts':
      return <Texts of={value as Item} />;
    case 'facts':
      return <Facts of={value as Item} />;
    case 'rows':
      return field.warns ? <Warnings of={value} /> : <Rows of={[value].flat() as Item[]} />;
    default:
      return (
        <Box
          component="span"
          sx={{
            whiteSpace: brief ? (String(value).length < 24 ? 'nowrap' : 'normal') : 'pre-wrap',
            overflowWrap: 'anywhere',
          }}
        >
          {brief ? String(value).slice(0, 140) : String(value)}
        </Box>
      );
  }
}

/** What is not broken over two lines. */
const Short = ({ children }: { children: string }) => (
  <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
    {children}
  </Box>
);

export const RecordLink = ({ area, of, children }: { area: string; of: string; children?: string }) => (
  <MuiLink
    component={Link}
    to={`/${area}/${encodeURIComponent(of)}/show`}
    onClick={(event: { stopPropagation(): void }) => event.stopPropagation()}
  >
    {children ?? of}
  </MuiLink>
);

function Pictures({ of, brief }: { of: string[]; brief?: boolean }) {
  const t = useTranslate();
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
      {(brief ? of.slice(0, 2) : of).map((address) => (
        <a
          key={address}
          href={address}
          target="_blank"
          rel="noreferrer"
          aria-label={t('word.openPicture')}
          onClick={(event) => event.stopPropagation()}
        >
          <Box
            component="img"
            src={address}
            alt=""
            sx={{
              display: 'block',
              height: brief ? 40 : 160,
              maxWidth: '100%',
              borderRadius: 1,
              objectFit: 'contain',
            }}
          />
        </a>
      ))}
    </Box>
  );
}

const Texts = ({ of }: { of: Item }) => (
  <Box component="dl" sx={{ m: 0 }}>
    {Object.entries(of)
      .filter(([, text]) => text)
      .map(([locale, text]) => (
        <Box key={locale} sx={{ display: 'flex', gap: 1 }}>
          <Typography component="dt" variant="body2" color="text.secondary" sx={{ minWidth: 60 }}>
            {locale}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, whiteSpace: 'pre-wrap' }}>
            {String(text)}
          </Typography>
        </Box>
      ))}
  </Box>
);

/** One value inside an object, by its name and its looks. */
function Plain({ name, value }: { name: string; value: unknown }) {
  const time = useTime();
  const word = useName();
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return <>{moneyNames.test(name) ? yuan(value) : value}</>;
  if (typeof value === 'string') {
    if (isoTime.test(value)) return <>{time(value)}</>;
    if (name === 'orderNo') return <RecordLink area="orders" of={value} />;
    if (name === 'serialNumber' || name === 'device') return <RecordLink area="machines" of={value} />;
    return <>{/^\w+$/.test(value) ? word('value', value) : value}</>;
  }
  if (typeof value === 'boolean') return <>{value ? '✓' : '–'}</>;
  return <>{JSON.stringify(value)}</>;
}

function Facts({ of }: { of: Item }) {
  const name = useName();
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gridTemplateColumns: 'max-content 1fr', gap: '2px 12px' }}
    >
      {Object.entries(of).map(([key, value]) => (
        <Box key={key} sx={{ display: 'contents' }}>
          <Typography component="dt" variant="body2" color="text.secondary">
            {name('field', key)}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            <Plain name={key} value={value} />
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

/** Objects as a table with a column for each name that any of them has; plain values as a line. */
export function Rows({ of }: { of: (Item | string)[] }) {
  const name = useName();
  const objects = of.filter((one): one is Item => typeof one === 'object' && one !== null);
  if (!objects.length) return <>{of.join(', ')}</>;
  const names = [...new Set(objects.flatMap((one) => Object.keys(one)))].filter((key) => key !== 'id');
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table size="small">
        <TableHead>
          <TableRow>
            {names.map((key) => (
              <TableCell key={key}>{name('field', key)}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {objects.map((one, at) => (
            <TableRow key={one.id ?? at}>
              {names.map((key) => (
                <TableCell key={key} sx={{ overflowWrap: 'anywhere' }}>
                  <Plain name={key} value={one[key]} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

/** Why to be careful, each as a chip; the counts of reports alike. */
function Warnings({ of }: { of: unknown }) {
  const name = useName();
  const time = useTime();
  const list = Array.isArray(of)
    ? (of as Item[])
    : Object.entries(of as Item).map(([kind, amount]): Item => ({ kind, count: amount }));
  return (
    <Box sx={{ display: 'flex', gap: 0.5, flexWrap: 'wrap' }}>
      {list.map(({ kind, with: other, since, amount, count }) => (
        <Chip
          key={kind}
          size="small"
          color="warning"
          variant="outlined"
          label={[
            name('warning', kind),
            other,
            since && time(since),
            amount !== undefined && yuan(amount),
            count,
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      ))}
    </Box>
  );
}
