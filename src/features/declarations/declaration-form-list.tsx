import { css } from 'goober';
import { useState } from 'react';
import {
  type Declaration,
  type DeclarationEvent,
  DeclarationStatus,
  getDeclaration,
  listDeclarations,
} from '../../contract/member/declarations';
import { useApp } from '../../core/app';
import { useList } from '../../core/data/list';
import { useQuery } from '../../core/data/query';
import { usePicture, useThumbnail } from '../../core/http/picture';
import type { Props } from '../../core/navigation/route';
import { when } from '../../core/text/when';
import { ButtonLink } from '../../ui/button';
import { ordersDrawing, wrongDrawing } from '../../ui/display/drawings';
import { Empty } from '../../ui/feedback/empty';
import { Loaded } from '../../ui/feedback/loaded';
import { ActionBar } from '../../ui/layout/action-bar';
import { Card } from '../../ui/layout/card';
import { Cell, Cells } from '../../ui/layout/cell';
import { ListView } from '../../ui/layout/list';
import { OnDemand } from '../../ui/layout/on-demand';
import { Section } from '../../ui/layout/section';
import { Tabs } from '../../ui/layout/tabs';
import { hidden, quiet } from '../../ui/styles';
import { preview } from '../pictures/routes';
import { DeclarationFacts, StatusTag, statusName } from './declaration-card';
import * as declarations from './routes';

const screen = css`
  display: flex;
  flex: 1 0 auto;
  flex-direction: column;
`;
const tiles = css`
  display: flex;
  flex-wrap: wrap;
  margin: 0 -4px;
  & > button {
    width: 92px;
    height: 92px;
    margin: 4px;
    overflow: hidden;
    border-radius: calc(var(--cp-round) * 12 / 16);
    background: var(--cp-sunk);
  }
  & img {
    width: 92px;
    height: 92px;
    object-fit: cover;
  }
`;

/** `pages/mine/declarationFormList`: the member's declarations, by status; with an id, one of them in detail. */
export default function DeclarationFormList({ id }: Props<typeof declarations.declarationFormList>) {
  return id ? <One id={id} /> : <All />;
}

type Filter = 'all' | keyof typeof DeclarationStatus;

function All() {
  const { nav, t } = useApp();
  const [filter, setFilter] = useState<Filter>('all');
  const list = useList(listDeclarations, filter === 'all' ? {} : { status: DeclarationStatus[filter] });
  const counts = list.head?.counts;
  const count = (name: Filter) =>
    counts
      ?.filter(({ status }) => name === 'all' || statusName(status) === name)
      .reduce((sum, one) => sum + one.count, 0);
  const add = nav.link(declarations.declarationForm, {});
  return (
    <div className={screen}>
      <ListView
        of={list}
        itemKey={({ id }) => id}
        head={
          <Tabs<Filter>
            label={t('declarations.filter')}
            value={filter}
            options={{
              all: t('declarations.all'),
              submitted: t('declarations.status.submitted'),
              confirmed: t('declarations.status.confirmed'),
              rejected: t('declarations.status.rejected'),
            }}
            counts={{
              all: count('all'),
              submitted: count('submitted'),
              confirmed: count('confirmed'),
              rejected: count('rejected'),
            }}
            onChange={setFilter}
          />
        }
        empty={<Empty drawing={ordersDrawing} text={t('declarations.none')} />}
      >
        {(declaration) => <Row of={declaration} />}
      </ListView>
      <ActionBar>
        <ButtonLink kind="primary" {...add}>
          {t('declarations.new')}
        </ButtonLink>
      </ActionBar>
    </div>
  );
}

/** The name makes the whole row pressable; the link for corrections is separate. */
function Row({ of }: { of: Declaration }) {
  const { nav, t } = useApp();
  return (
    <Card>
      <DeclarationFacts of={of} />
      <div style={{ margin: '0 -14px -10px', textAlign: 'right' }}>
        <ButtonLink kind="quiet" small {...nav.link(declarations.declarationFormList, { id: of.id })}>
          {t('declarations.history')}
          <span className={hidden}> {of.customerNickname}</span>
        </ButtonLink>
      </div>
    </Card>
  );
}

function One({ id }: { id: string }) {
  const { nav, t } = useApp();
  const data = useQuery(getDeclaration, { id });
  if (data.failure?.kind === 'refused')
    return (
      <div role="alert">
        <Empty drawing={wrongDrawing} text={t('declarations.gone')}>
          <ButtonLink {...nav.link(declarations.declarationFormList, {})}>
            {t('declarations.list')}
          </ButtonLink>
        </Empty>
      </div>
    );
  return (
    <Loaded of={data}>
      {(declaration) => (
        <>
          <Card>
            <DeclarationFacts of={declaration} />
          </Card>
          <Section title={t('declarations.fields.attachment')}>
            <div className={tiles}>
              {declaration.attachment.map((picture, at) => (
                <Attachment
                  key={picture}
                  id={picture}
                  label={`${t('declarations.fields.attachment')} ${at + 1}`}
                />
              ))}
            </div>
          </Section>
          {declaration.remark && (
            <Section title={t('declarations.fields.remark')}>
              <Card>
                <p style={{ overflowWrap: 'anywhere' }}>{declaration.remark}</p>
              </Card>
            </Section>
          )}
          <History events={declaration.events} />
        </>
      )}
    </Loaded>
  );
}

function History({ events }: { events: DeclarationEvent[] }) {
  const app = useApp();
  const { t } = app;
  return (
    <Section title={t('declarations.history')}>
      <Cells>
        {events.map(({ status, text, at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what has happened never changes places
          <Cell key={index} label={<StatusTag status={status} />} note={text} value={when(at, app)} />
        ))}
      </Cells>
    </Section>
  );
}

function Attachment({ id, label }: { id: string; label: string }) {
  const url = usePicture(id);
  const small = useThumbnail(id);
  const [open, setOpen] = useState(false);
  const onClose = () => setOpen(false);
  return (
    <>
      <button type="button" aria-label={label} onClick={() => setOpen(!!url)}>
        {url ? <img src={small} alt="" /> : <span className={quiet}>…</span>}
      </button>
      {url && <OnDemand of={preview} give={open ? { url, label, onClose } : undefined} onLost={onClose} />}
    </>
  );
}
