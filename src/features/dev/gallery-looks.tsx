import { useState } from 'react';
import { money } from '../../core/text/format';
import { Button, ButtonLink } from '../../ui/button';
import { Amount } from '../../ui/display/amount';
import { Badge } from '../../ui/display/badge';
import { Icon } from '../../ui/display/icon';
import {
  incomeIcon,
  inviteIcon,
  languageIcon,
  mineIcon,
  ordersIcon,
  packageIcon,
  rechargeIcon,
  walletIcon,
  withdrawIcon,
} from '../../ui/display/icons';
import { Strip } from '../../ui/display/strip';
import { Tag } from '../../ui/display/tag';
import { Totals } from '../../ui/display/totals';
import { Card } from '../../ui/layout/card';
import { Cell, Cells, Tile } from '../../ui/layout/cell';
import { IconGrid } from '../../ui/layout/icon-grid';
import { Night } from '../../ui/layout/night';
import { Section } from '../../ui/layout/section';
import { Tabs } from '../../ui/layout/tabs';
import { pair, quiet, spread } from '../../ui/styles';
import { useText } from './text';

const wrap = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', margin: -4 } as const;
const each = { margin: 4 } as const;
const tags = [
  ['good', 'approved'],
  ['warn', 'applied'],
  ['bad', 'rejected'],
  ['info', 'new'],
  ['quiet', 'revoked'],
] as const;
const ignore = () => {};
const link = { href: '#/pages/dev/gallery' };

export function Basics() {
  const text = useText();
  return (
    <>
      <Night>
        <p className={quiet}>{text('balance')}</p>
        <Amount of={money(2_511_170)} size="figure" />
        <div className={pair}>
          <Button kind="primary">
            <Icon of={withdrawIcon} />
            {text('withdraw')}
          </Button>
          <Button kind="plain">
            <Icon of={rechargeIcon} />
            {text('recharge')}
          </Button>
        </div>
      </Night>
      <Section>
        <Card href="#/pages/dev/gallery">
          <div className={spread}>
            <strong data-grow="">CP-2026-0001</strong>
            <Tag tone="good">{text('rack', { online: 17, total: 20 })}</Tag>
          </div>
          <Strip value={17} of={20} />
          <Amount of={money(123_450)} />
        </Card>
        <IconGrid
          strong
          label={text('used')}
          of={[
            {
              key: 'orders',
              icon: ordersIcon,
              label: text('item', { number: 1 }),
              link,
              badge: { count: 1, label: '1' },
            },
            { key: 'package', icon: packageIcon, label: text('list'), link },
            { key: 'income', icon: incomeIcon, label: text('balance'), link },
            { key: 'invite', icon: inviteIcon, label: text('profile'), link },
          ]}
        />
      </Section>
      <Section>
        <Totals
          label={text('balance')}
          of={[
            { name: text('balance'), amount: money(123_450), link, alone: true },
            { name: text('applied'), amount: money(12_000), link },
            { name: text('waiting'), amount: '–', link },
          ]}
        />
      </Section>
      <Buttons />
      <Section title={text('cells')}>
        <Cells>
          <Cell icon={<Icon of={mineIcon} />} label={text('profile')} href="#/pages/dev/gallery" />
          <Cell
            icon={<Icon of={languageIcon} />}
            label={text('language')}
            value={text('english')}
            onClick={ignore}
          />
          <Cell
            icon={<Tile of={walletIcon} into />}
            label={text('balance')}
            note={text('balanceNote')}
            value={money(123_450)}
            href="#/pages/dev/gallery"
          />
          <Cell label={text('version')} value="1.0.0" />
        </Cells>
      </Section>
      <Section title={text('grid')}>
        <Choices />
      </Section>
      <Section title={text('tags')}>
        <div style={wrap}>
          {tags.map(([tone, word]) => (
            <span key={tone} style={each}>
              <Tag tone={tone}>{text(word)}</Tag>
            </span>
          ))}
          {[0, 3, 120].map((count) => (
            <span key={count} style={each}>
              <Badge count={count} label={String(count)} />
            </span>
          ))}
        </div>
      </Section>
    </>
  );
}

function Buttons() {
  const text = useText();
  return (
    <Section
      title={text('buttons')}
      action={
        <ButtonLink kind="quiet" small href="#/pages/dev/gallery">
          {text('link')}
        </ButtonLink>
      }
    >
      <div style={wrap}>
        {(['primary', 'plain', 'danger', 'quiet'] as const).map((kind) => (
          <span key={kind} style={each}>
            <Button kind={kind}>{text(kind === 'danger' ? 'delete' : 'withdraw')}</Button>
          </span>
        ))}
        <span style={each}>
          <Button kind="primary" busy>
            {text('busy')}
          </Button>
        </span>
        <span style={each}>
          <Button disabled>{text('withdraw')}</Button>
        </span>
        <span style={each}>
          <Button small>{text('details')}</Button>
        </span>
      </div>
    </Section>
  );
}

function Choices() {
  const text = useText();
  const [state, setState] = useState('all');
  const [span, setSpan] = useState('30');
  return (
    <>
      <Tabs
        label={text('states')}
        value={state}
        options={{ all: text('all'), unpaid: text('unpaid'), paid: text('paid'), waiting: text('waiting') }}
        onChange={setState}
      />
      <Tabs
        segments
        label={text('chart')}
        value={span}
        options={{ '7': text('days7'), '30': text('days30'), '90': text('days90') }}
        onChange={setSpan}
      />
    </>
  );
}
