import { Alert, Box, Button, Card, CardContent, Typography } from '@mui/material';
import { useState } from 'react';
import { Show, Title, useRecordContext, useTranslate } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Area } from '../contract/desk/area';
import { yuan } from '../contract/wire/yuan';
import { ActDialog } from './act';
import type { Item } from './api';
import { Value } from './fields';
import { useArea, useMe } from './list';
import { isEmpty, useName, useTitle } from './names';
import { History, Notes } from './notes';
import { actionsFor } from './offered';
import { areaOf } from './provider';
import { Related, Statement } from './related';
import { inputsOf, typedOf } from './schema';
import { Sessions } from './sessions';

/** The page of a record of any area: its fields, actions, history, notes, and related records. */
export function AreaShow() {
  return (
    <Show actions={false} component={Box} title={false}>
      <Record />
    </Show>
  );
}

function Record() {
  const area = useArea();
  const record = useRecordContext<Item & { id: string }>();
  const t = useTranslate();
  const title = useTitle();
  const state = useLocation().state as { invite?: string } | null;
  if (!record) return null;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { md: 'minmax(0, 2fr) minmax(280px, 1fr)' },
        mt: 1,
      }}
    >
      <Title title={`${t(`area.${area.path}`)} · ${title(area, record)}`} />
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0, alignContent: 'start' }}>
        <Card>
          <CardContent>
            <Typography variant="h5" component="h2" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
              {title(area, record).slice(0, 160)}
            </Typography>
            {state?.invite && <Invitation code={state.invite} />}
            <Actions area={area} record={record} />
            <Fields area={area} record={record} />
          </CardContent>
        </Card>
        {area.path === 'proposals' && <About record={record} />}
        {area.path === 'members' && <Statement member={record.id} />}
        <Related area={area} record={record} />
      </Box>
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0, alignContent: 'start' }}>
        <Notes area={area} of={record.id} />
        <History area={area} of={record.id} />
      </Box>
    </Box>
  );
}

/** An invitation is shown only once, to pass it on: it cannot be looked up again. */
function Invitation({ code }: { code: string }) {
  const t = useTranslate();
  return (
    <Alert severity="info" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
      {t('word.invitationShown')}
      <Typography component="code" sx={{ display: 'block', fontFamily: 'monospace' }}>
        {code}
      </Typography>
    </Alert>
  );
}

/** Kinds of values that take the whole width of a phone. */
const wide = new Set(['rows', 'facts', 'texts', 'pictures', 'words']);

function Fields({ area, record }: { area: Area; record: Item }) {
  const name = useName();
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        mt: 2,
        display: 'grid',
        gap: 1.25,
        gridTemplateColumns: { xs: '104px minmax(0, 1fr)', sm: '180px minmax(0, 1fr)' },
      }}
    >
      {Object.entries(area.fields).map(([field, about]) => {
        const value = field === 'id' && area.key !== 'id' ? record.ownId : record[field];
        if (isEmpty(value)) return null;
        return (
          <Box key={field} sx={{ display: 'contents' }}>
            <Typography component="dt" color="text.secondary" variant="body2">
              {name('field', field)}
            </Typography>
            <Box
              component="dd"
              sx={{
                m: 0,
                minWidth: 0,
                overflowWrap: 'anywhere',
                ...(wide.has(about.kind) && { gridColumn: { xs: '1 / -1', sm: 'auto' } }),
              }}
            >
              {field === 'sessions' ? (
                <Sessions area={area} member={String(record.id)} of={value} />
              ) : (
                <Value field={about} value={value} />
              )}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

/** Buttons for the available actions. A change starts with the current values. */
function Actions({ area, record }: { area: Area; record: Item & { id: string } }) {
  const t = useTranslate();
  const me = useMe();
  const navigate = useNavigate();
  const [action, setAction] = useState<string>();
  if (!me) return null;
  const own: Record<string, boolean> = { read: true, reply: true, endSession: true };
  const offered = actionsFor(area, me.role, record).filter(([name]) => !own[name]);
  if (!offered.length) return null;
  const open = (name: string, form: string | undefined) =>
    form === 'own' && name === 'change'
      ? navigate(`/${area.path}/${encodeURIComponent(record.id)}`)
      : setAction(name);
  return (
    <Box className="acts" sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
      {offered.map(([name, { grave, form }], at) => (
        <Button
          key={name}
          variant={at === 0 && !grave ? 'contained' : 'outlined'}
          color={grave ? 'error' : 'primary'}
          onClick={() => open(name, form)}
        >
          {t(`action.${name}`)}
        </Button>
      ))}
      {action && (
        <ActDialog
          area={area}
          keys={[record.id]}
          action={action}
          about={<AboutRecord area={area} record={record} action={action} />}
          initial={
            action === 'change'
              ? Object.fromEntries(
                  inputsOf(area.actions.change?.input).map((one) => [
                    one.name,
                    // texts are beside the one in the reader's language: `names`, and of a word of a dictionary by language
                    typedOf(
                      one,
                      (one.kind === 'texts' ? record[`${one.name}s`] : record.names?.[one.name]) ??
                        record[one.name],
                    ),
                  ]),
                )
              : {}
          }
          seen={record.entries?.length}
          close={() => setAction(undefined)}
          after={(answer) =>
            answer.invite && navigate('.', { state: { invite: answer.invite }, replace: true })
          }
        />
      )}
    </Box>
  );
}

/** The record in one line, with its amount and its member, and the fields that an action names, shown before it. */
function AboutRecord({ area, record, action }: { area: Area; record: Item; action: string }) {
  const title = useTitle();
  const fields = area.actions[action]?.about ?? [];
  const parts = [
    record.member && record.member !== record.id ? record.member : undefined,
    title(area, record),
    area.fields[area.title]?.kind === 'act' ? record.target : undefined,
    typeof record.amount === 'number' && area.fields.amount?.kind === 'money'
      ? yuan(record.amount)
      : undefined,
    record.remit,
    record.holder,
  ];
  return (
    <>
      {parts.filter(Boolean).join(' · ')}
      {fields.length > 0 && (
        <Fields
          area={{
            ...area,
            fields: Object.fromEntries(Object.entries(area.fields).filter(([name]) => fields.includes(name))),
          }}
          record={record}
        />
      )}
    </>
  );
}

/** The record of a proposal, as its own page shows it: the member, the account, the voucher. */
function About({ record }: { record: Item }) {
  const t = useTranslate();
  const name = useName();
  const path = String(record.action ?? '').split('/')[0] ?? '';
  if (!record.about) return null;
  const area = areaOf(path);
  return (
    <Card>
      <CardContent>
        <Typography variant="h6" component="h2">
          {name('area', path)}: {t('word.asItIs')}
        </Typography>
        <Fields area={area} record={record.about as Item} />
      </CardContent>
    </Card>
  );
}
