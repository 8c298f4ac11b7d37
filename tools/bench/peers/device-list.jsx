import 'antd-mobile/es/global';
import Card from 'antd-mobile/es/components/card';
import Grid from 'antd-mobile/es/components/grid';
import Image from 'antd-mobile/es/components/image';
import List from 'antd-mobile/es/components/list';
import NavBar from 'antd-mobile/es/components/nav-bar';
import ProgressBar from 'antd-mobile/es/components/progress-bar';
import Skeleton from 'antd-mobile/es/components/skeleton';
import TabBar from 'antd-mobile/es/components/tab-bar';
import { AppOutline, BellOutline, HistogramOutline, MessageOutline, UserOutline } from 'antd-mobile-icons';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ask } from '../ask.js';

// The device list as a team builds it with a library of components: the same call, the same figures, a bar at the top and one with tabs. It has
// no other screens, no sign-in, no languages and no refresh, and takes each component by its own path, without the styles of the others: a whole
// app with these libraries would be slower.

const money = (fen) => `¥${(fen / 100).toFixed(2).replace(/\B(?=(\d{3})+(?!\d)\.)/g, ',')}`;

const Facts = ({ of }) => (
  <Grid columns={of.length} gap={8}>
    {of.map(([name, value]) => (
      <Grid.Item key={name}>
        <small>{name}</small>
        <br />
        <b>{value}</b>
      </Grid.Item>
    ))}
  </Grid>
);

const Summary = ({ of }) => (
  <Card title={`${of.online} of ${of.total} cloud phones online`}>
    <Facts of={['working', 'idle', 'offline', 'expiring'].map((name) => [name, of[name]])} />
    <Facts
      of={[
        ['Rent today', money(of.rentToday)],
        ['Rent in all', money(of.rentTotal)],
      ]}
    />
  </Card>
);

const Device = ({ of }) => (
  <a href={`#/pages/list/equList?serialNumber=${of.serialNumber}`}>
    <Card
      title={`${of.name} × ${of.quantity}`}
      icon={<Image src={of.picture} width={52} height={52} lazy alt="" />}
    >
      <p>
        {of.serialNumber} · {of.orderTime.slice(0, 10)} · {of.online}/{of.total}
      </p>
      <ProgressBar percent={(of.online / of.total) * 100} />
      <Facts
        of={[
          ['Remaining rent', money(of.remainingRent)],
          ['Days left', of.remainingDays],
          ['Running', of.running],
        ]}
      />
    </Card>
  </a>
);

const tabs = [
  ['Devices', AppOutline],
  ['Accounts', HistogramOutline],
  ['Feed', MessageOutline],
  ['Logs', BellOutline],
  ['Me', UserOutline],
];

function Devices() {
  const [answer, setAnswer] = useState();
  useEffect(() => {
    ask('txDevice/list', {})
      .then((response) => response.json())
      .then(({ body }) => setAnswer(body));
  }, []);
  return (
    <>
      <NavBar back={null}>Devices</NavBar>
      {answer ? (
        <>
          <Summary of={answer.summary} />
          <List>
            {answer.items.map((device) => (
              <List.Item key={device.serialNumber}>
                <Device of={device} />
              </List.Item>
            ))}
          </List>
        </>
      ) : (
        <Skeleton.Paragraph lineCount={12} animated />
      )}
      <TabBar>
        {tabs.map(([title, Icon]) => (
          <TabBar.Item key={title} title={title} icon={<Icon />} />
        ))}
      </TabBar>
    </>
  );
}

createRoot(document.querySelector('main')).render(<Devices />);
