import Dialog from 'antd-mobile/es/components/dialog';
import Tag from 'antd-mobile/es/components/tag';
import { uuid } from '../../../../src/contract/wire/uuid.ts';
import {
  Button,
  Card,
  call,
  Facts,
  List,
  money,
  NavBar,
  Rows,
  Toast,
  useList,
  useMutation,
  useNavigate,
  useQuery,
  useQueryClient,
  useSearchParams,
  useTranslation,
} from '../common.js';

function Machine({ of }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const restart = useMutation({
    mutationFn: () => call('txDevice/restart', { id: of.id, requestKey: uuid() }),
    onSuccess() {
      Toast.show({ icon: 'success', content: t('device.restarted') });
      return client.invalidateQueries({ queryKey: ['txDevice/machines'] });
    },
  });
  const ask = async () => {
    if (await Dialog.confirm({ content: t('device.really') })) restart.mutate();
  };
  return (
    <List.Item
      extra={
        of.restartable && (
          <Button size="mini" loading={restart.isPending} onClick={ask}>
            {t('device.restart')}
          </Button>
        )
      }
    >
      {of.name}{' '}
      <Tag color={of.online ? 'success' : 'default'}>
        {t(`device.states.${of.online ? 'online' : 'offline'}`)}
      </Tag>
    </List.Item>
  );
}

export default function Device() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const serialNumber = parameters.get('serialNumber');
  const { data: device } = useQuery({
    queryKey: ['txDevice/get', serialNumber],
    queryFn: ({ signal }) => call('txDevice/get', { serialNumber }, signal),
  });
  const machines = useList('txDevice/machines', { serialNumber });
  return (
    <div className="screen">
      <NavBar onBack={() => navigate(-1)}>{device?.name ?? t('device.title')}</NavBar>
      <div className="content">
        {device && (
          <Card title={serialNumber}>
            <Facts
              of={[
                [t('devices.remainingRent'), money(device.remainingRent)],
                [t('devices.remainingDays'), device.remainingDays],
                [t('devices.running'), device.running],
              ]}
            />
          </Card>
        )}
        <Rows of={machines}>
          {(all) => (
            <List>
              {all.map((machine) => (
                <Machine key={machine.id} of={machine} />
              ))}
            </List>
          )}
        </Rows>
      </div>
    </div>
  );
}
