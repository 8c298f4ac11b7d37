import { Box, Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Field } from '../contract/desk/area';
import { yuan } from '../contract/wire/yuan';
import type { Item } from './api';
import { useActName, useName, useTime } from './names';
import { Facts, Pictures, Rows, Texts } from './nested';
import { RecordLink } from './record-link';

/** The value of a field, displayed according to its type. */
export function Value({ field, value, brief }: { field: Field; value: unknown; brief?: boolean }) {
  const time = useTime();
  const name = useName();
  const t = useTranslate();
  const actName = useActName();
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
    case 'act':
      return <span>{actName(String(value))}</span>;
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

/** Text without line breaks. */
const Short = ({ children }: { children: string }) => (
  <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
    {children}
  </Box>
);

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
