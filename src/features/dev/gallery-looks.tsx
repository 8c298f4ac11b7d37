import { money } from '../../core/text/format';
import { Button, ButtonLink } from '../../ui/button';
import { Badge } from '../../ui/display/badge';
import { Drawing, Icon, type IconName, icons } from '../../ui/display/icon';
import { MoreIcon, type MoreIconName, moreIcons } from '../../ui/display/icons-more';
import { tabIcons } from '../../ui/display/icons-tabs';
import { Rack } from '../../ui/display/rack';
import { Tag } from '../../ui/display/tag';
import { Totals } from '../../ui/display/totals';
import { Card, Section } from '../../ui/layout/card';
import { Cell, Cells } from '../../ui/layout/cell';
import { quiet, row } from '../../ui/styles';
import { useText } from './text';

const racks = [
  [0, 20],
  [1, 500],
  [17, 20],
  [499, 500],
  [60, 60],
] as const;
const wrap = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', margin: -4 } as const;
const each = { margin: 4 } as const;
const ignore = () => {};
const link = { href: '#/pages/dev/gallery' };

export function Basics() {
  const text = useText();
  return (
    <>
      <Section>
        <Card hero>
          <p className={quiet}>{text('online')}</p>
          <p style={{ margin: '4px 0 16px', fontSize: 34, lineHeight: 1.1, fontWeight: 600 }}>
            43 <span className={quiet}>{text('machines', { total: 48 })}</span>
          </p>
          <Rack online={43} total={48} label={text('rack', { online: 43, total: 48 })} />
        </Card>
        <Card href="#/pages/dev/gallery">
          <div className={row} style={{ justifyContent: 'space-between', marginBottom: 8 }}>
            <strong>CP-2026-0001</strong>
            <Tag tone="good">{text('rack', { online: 17, total: 20 })}</Tag>
          </div>
          <Rack online={17} total={20} label={text('rack', { online: 17, total: 20 })} />
          <p className={quiet} style={{ marginTop: 8 }}>
            {money(123_450)}
          </p>
        </Card>
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
      <Section title={text('racks')}>
        <Card>
          {racks.map(([online, total]) => (
            <div key={online} style={{ marginBottom: 8 }}>
              <Rack online={online} total={total} label={text('rack', { online, total })} />
            </div>
          ))}
        </Card>
      </Section>
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
      <Section title={text('cells')}>
        <Cells>
          <Cell icon={<MoreIcon name="wallet" />} label={text('profile')} href="#/pages/dev/gallery" />
          <Cell
            icon={<MoreIcon name="globe" />}
            label={text('language')}
            value={text('english')}
            onClick={ignore}
          />
          <Cell
            icon={<MoreIcon name="wallet" />}
            label={text('balance')}
            note={text('balanceNote')}
            value={money(123_450)}
            href="#/pages/dev/gallery"
          />
          <Cell label={text('version')} value="1.0.0" />
        </Cells>
      </Section>
      <Section title={text('tags')}>
        <div style={wrap}>
          {(['good', 'warn', 'bad', 'quiet'] as const).map((tone, at) => (
            <span key={tone} style={each}>
              <Tag tone={tone}>{text((['approved', 'applied', 'rejected', 'revoked'] as const)[at]!)}</Tag>
            </span>
          ))}
          {[0, 3, 120].map((count) => (
            <span key={count} style={each}>
              <Badge count={count} label={String(count)} />
            </span>
          ))}
        </div>
      </Section>
      <Section title={text('icons')}>
        <Card>
          <div style={wrap}>
            {Object.keys(icons).map((name) => (
              <span key={name} style={{ margin: 6 }}>
                <Icon name={name as IconName} size={24} />
              </span>
            ))}
            {Object.entries(tabIcons).map(([name, path]) => (
              <span key={name} style={{ margin: 6 }}>
                <Drawing path={path} size={24} />
              </span>
            ))}
            {Object.keys(moreIcons).map((name) => (
              <span key={name} style={{ margin: 6 }}>
                <MoreIcon name={name as MoreIconName} size={24} />
              </span>
            ))}
          </div>
        </Card>
      </Section>
    </>
  );
}
