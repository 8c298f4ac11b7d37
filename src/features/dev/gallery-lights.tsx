import { useState } from 'react';
import { money } from '../../core/text/format';
import { Amount } from '../../ui/display/amount';
import { Avatar } from '../../ui/display/avatar';
import { Chart, Columns } from '../../ui/display/chart';
import { Drawing } from '../../ui/display/drawing';
import * as drawings from '../../ui/display/drawings';
import { Icon } from '../../ui/display/icon';
import * as icons from '../../ui/display/icons';
import { Lights } from '../../ui/display/lights';
import { Rack } from '../../ui/display/rack';
import { Steps } from '../../ui/display/steps';
import { Strip } from '../../ui/display/strip';
import { Card } from '../../ui/layout/card';
import { Section } from '../../ui/layout/section';
import { spread } from '../../ui/styles';
import { useText } from './text';

const fleets = [
  [1, 0, 0, 0],
  [7, 1, 1, 1],
  [28, 6, 4, 2],
  [168, 26, 4, 2],
  [4980, 12, 7, 1],
] as const;
const days = Array.from({ length: 30 }, (_, at) => {
  const amount = 40_000 + ((at * 7919) % 23_000);
  const name = `11-${String(at + 1).padStart(2, '0')}`;
  return { name, values: [amount, (at * 31) % 9000, at % 5 ? 0 : 6000], text: `${name} ${money(amount)}` };
});

/** The components that are drawn in lights. */
export function LightParts() {
  const text = useText();
  const [at, setAt] = useState(24);
  const series = [
    { name: text('rent') },
    { name: text('rewards'), tone: 'sun' as const },
    { name: text('sales'), tone: 'sky' as const },
  ];
  return (
    <>
      <Racks />
      <Section title={text('chart')}>
        <Card>
          <div className={spread}>
            <Amount of={days[at]?.text.split(' ')[1] ?? ''} size="lead" />
          </div>
          <Chart
            label={text('chart')}
            columns={days.map((day) => ({ ...day, values: day.values.slice(0, 1) }))}
            series={series.slice(0, 1)}
            at={at}
            onChoose={setAt}
          />
        </Card>
        <Card>
          <Chart label={text('chart')} columns={days} series={series} at={at} onChoose={setAt} />
        </Card>
        <Card>
          <Chart apart label={text('chart')} columns={days} series={series} at={at} onChoose={setAt} />
        </Card>
        <Card>
          <div className={spread}>
            <Columns rows={7} columns={days.slice(0, 14)} series={series} />
            <Columns rows={4} columns={days.slice(0, 10)} series={series} />
          </div>
        </Card>
      </Section>
      <Section title={text('steps')}>
        {[0, 1, 2, 3].map((at) => (
          <Card key={at}>
            <Steps
              of={[
                { name: text('applied'), note: '11-21 22:37' },
                { name: text('approved') },
                { name: text('paidOut') },
              ]}
              at={at}
            />
          </Card>
        ))}
        <Card>
          <Steps of={[{ name: text('applied') }, { name: text('rejected') }]} at={1} refused />
        </Card>
      </Section>
      <Section title={text('people')}>
        <Card>
          <div className={spread}>
            {['demo', 'mei', 'dana', '7c1e'].map((id, at) => (
              <Avatar key={id} id={id} size={64} ring={at % 2 ? at / 4 : undefined} />
            ))}
          </div>
        </Card>
      </Section>
      <Section title={text('drawings')}>
        <Card>
          <div style={{ display: 'flex', flexWrap: 'wrap', margin: -8 }}>
            {Object.entries(drawings).map(([name, of]) => (
              <span key={name} style={{ margin: 8 }}>
                <Drawing of={of} width={108} />
              </span>
            ))}
          </div>
        </Card>
      </Section>
      <Section title={text('icons')}>
        <Card>
          <div style={{ display: 'flex', flexWrap: 'wrap' }}>
            {Object.entries(icons).map(([name, of]) => (
              <span key={name} style={{ margin: 6 }}>
                <Icon of={of} size={26} />
              </span>
            ))}
          </div>
        </Card>
      </Section>
    </>
  );
}

function Racks() {
  const text = useText();
  return (
    <Section title={text('racks')}>
      <Card night>
        {fleets.map(([working, idle, offline, expiring]) => (
          <div key={working} style={{ marginBottom: 16 }}>
            <Rack
              working={working}
              idle={idle}
              offline={offline}
              expiring={expiring}
              label={text('rack', {
                online: working + idle + expiring,
                total: working + idle + offline + expiring,
              })}
            />
          </div>
        ))}
        <Lights
          arrive
          of={[
            ['idle', 34],
            ['lit', 20],
            ['unlit', 6],
          ]}
        />
      </Card>
      <Card>
        <Strip value={17} of={20} label={text('rack', { online: 17, total: 20 })} />
        <Strip value={2} of={365} tone="sun" />
        <Strip value={22} of={24} lights={24} tone="sun" />
        <Strip value={0} of={20} />
      </Card>
    </Section>
  );
}
