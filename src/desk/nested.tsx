import { Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { RichNode } from '../contract/rules/rich';
import { type Locale, locales } from '../contract/wire/locale';
import { yuan } from '../contract/wire/yuan';
import type { Item } from './api';
import { isoTime, useName, useTime } from './names';
import { RecordLink } from './record-link';
import { drawn } from './rich';

// The content of a value: pictures, texts by language, objects and rows of them.

/** Names of values inside objects that are one of some words of ours. */
const valueNames = new Set([
  'kind',
  'category',
  'by',
  'state',
  'status',
  'phase',
  'from',
  'currency',
  'country',
  'source',
  'way',
]);
/** Names of values inside objects that are fen. */
const moneyNames =
  /^(amount|total|unitPrice|discount|quantityDiscount|memberDiscount|couponDiscount|balance|price|refunded|paid|priceBefore|dailyRent|minimum|fee|opening|debit|credit|closing)$/;

export function Pictures({ of, brief }: { of: string[]; brief?: boolean }) {
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

export const Texts = ({ of }: { of: Item }) => (
  <Box component="dl" sx={{ m: 0 }}>
    {Object.entries(of)
      .filter(([, text]) => text)
      .map(([locale, text]) => (
        <Box key={locale} sx={{ display: 'flex', gap: 1 }}>
          <Typography
            component="dt"
            variant="body2"
            color="text.secondary"
            sx={{ minWidth: 80, flexShrink: 0 }}
          >
            {locales[locale as Locale]?.name ?? locale}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, whiteSpace: 'pre-wrap' }}>
            {String(text)}
          </Typography>
        </Box>
      ))}
  </Box>
);

/** The account that a movement changed, by its kind: the member's own, or the platform's other side. */
const ledgerAccount = /^(?:member:.+:(\w+)|system:(\w+):\w+)$/;

/** One value inside an object, by its name and its looks. */
function Plain({ name, value }: { name: string; value: unknown }) {
  const time = useTime();
  const word = useName();
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return <>{moneyNames.test(name) ? yuan(value) : value}</>;
  if (name === 'body') return <>{drawn(value as RichNode[])}</>;
  if (name === 'locale') return <>{locales[value as Locale]?.name ?? String(value)}</>;
  if (name === 'annex') return <Pictures of={value as string[]} brief />;
  if (typeof value === 'string') {
    if (isoTime.test(value)) return <>{time(value)}</>;
    if (name === 'picture') return <Pictures of={[value]} brief />;
    if (name === 'orderNo') return <RecordLink area="orders" of={value} />;
    if (name === 'withdrawal') return <RecordLink area="withdrawals" of={value} />;
    if (name === 'serialNumber' || name === 'device') return <RecordLink area="machines" of={value} />;
    const [, own, system] = ledgerAccount.exec(value) ?? [];
    if (own) return <>{word('field', own)}</>;
    return <>{system || valueNames.has(name) ? word('value', system ?? value) : value}</>;
  }
  if (typeof value === 'boolean') return <>{value ? '✓' : '–'}</>;
  return <>{JSON.stringify(value)}</>;
}

/** Whether a value may wrap, for names whose length does not decide it. */
const mayBreak = (name: string, value: unknown): boolean =>
  name === 'body' || (typeof value === 'string' && value.length > 30 && !isoTime.test(value));

export function Facts({ of }: { of: Item }) {
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

/** Makes areas with horizontal scrolling reachable by keyboard. */
const reachable = { tabIndex: 0 };

/** Objects as a table with a column for each name that any of them has; plain values as a line. */
export function Rows({ of }: { of: (Item | string)[] }) {
  const name = useName();
  const objects = of.filter((one): one is Item => typeof one === 'object' && one !== null);
  if (!objects.length) return <>{of.join(', ')}</>;
  const names = [...new Set(objects.flatMap((one) => Object.keys(one)))].filter((key) => key !== 'id');
  return (
    <Box sx={{ overflowX: 'auto', '& td, & th': { px: 1, '&:first-of-type': { pl: 0 } } }} {...reachable}>
      <Table size="small">
        <TableHead>
          <TableRow>
            {names.map((key) => (
              <TableCell key={key} sx={{ whiteSpace: 'nowrap' }}>
                {name('field', key)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {objects.map((one, at) => (
            <TableRow key={one.id ?? at}>
              {names.map((key) => (
                <TableCell
                  key={key}
                  sx={
                    mayBreak(key, one[key])
                      ? { minWidth: 180, overflowWrap: 'anywhere' }
                      : { whiteSpace: 'nowrap' }
                  }
                >
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
