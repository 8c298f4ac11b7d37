import ProgressBar from 'antd-mobile/es/components/progress-bar';
import {
  Button,
  Card,
  Empty,
  Facts,
  Image,
  Link,
  List,
  money,
  NavBar,
  Rows,
  useList,
  useNavigate,
  useTranslation,
} from '../common.js';

function Summary({ of }) {
  const { t } = useTranslation();
  return (
    <Card title={t('devices.online', of)}>
      <Facts
        of={['working', 'idle', 'offline', 'expiring'].map((name) => [t(`devices.${name}`), of[name]])}
      />
      <Facts of={['rentToday', 'rentTotal'].map((name) => [t(`devices.${name}`), money(of[name])])} />
    </Card>
  );
}

function Device({ of }) {
  const { t } = useTranslation();
  return (
    <Link to={`/pages/list/equList?serialNumber=${of.serialNumber}`}>
      <Card
        title={
          <span className="row">
            <Image src={of.picture} width={52} height={52} lazy alt="" />
            <span>
              {of.name} × {of.quantity}
            </span>
          </span>
        }
      >
        <p>
          {of.serialNumber} · {of.orderTime.slice(0, 10)} · {of.online}/{of.total}
        </p>
        <ProgressBar percent={(of.online / of.total) * 100} />
        <Facts
          of={[
            [t('devices.remainingRent'), money(of.remainingRent)],
            [t('devices.remainingDays'), of.remainingDays],
            [t('devices.running'), of.running],
          ]}
        />
      </Card>
    </Link>
  );
}

function NoDevices() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <div className="middle">
      <Empty description={t('devices.empty')} />
      <Button color="primary" onClick={() => navigate('/shop')}>
        {t('devices.buy')}
      </Button>
    </div>
  );
}

export default function Devices() {
  const { t } = useTranslation();
  const list = useList('txDevice/list');
  return (
    <>
      <NavBar back={null}>{t('tabs.devices')}</NavBar>
      <div className="content">
        <Rows of={list} empty={<NoDevices />} head={list.first && <Summary of={list.first.summary} />}>
          {(devices) => (
            <List>
              {devices.map((device) => (
                <List.Item key={device.serialNumber}>
                  <Device of={device} />
                </List.Item>
              ))}
            </List>
          )}
        </Rows>
      </div>
    </>
  );
}
