import Avatar from 'antd-mobile/es/components/avatar';
import Dialog from 'antd-mobile/es/components/dialog';
import Selector from 'antd-mobile/es/components/selector';
import {
  Button,
  Card,
  call,
  Facts,
  Failed,
  getSession,
  List,
  Loading,
  money,
  NavBar,
  setLanguage,
  setSession,
  Toast,
  useMutation,
  useQuery,
  useTranslation,
} from '../common.js';

const languages = [
  { value: 'en', label: 'English' },
  { value: 'zh', label: '中文' },
];

const useAnswer = (path) => useQuery({ queryKey: [path], queryFn: ({ signal }) => call(path, {}, signal) });

function Balance() {
  const { t } = useTranslation();
  const { data, error, refetch } = useAnswer('txUser/balance');
  if (error) return <Failed error={error} onRetry={refetch} />;
  if (!data) return <Loading />;
  return (
    <Card>
      <Facts of={['balance', 'storeBalance'].map((name) => [t(`me.${name}`), money(data[name])])} />
      <Facts of={['points', 'cloudBeans'].map((name) => [t(`me.${name}`), data[name]])} />
    </Card>
  );
}

function SignOut() {
  const { t } = useTranslation();
  const leave = useMutation({
    mutationFn: () => call('txUser/logout'),
    onSettled: () => setSession(null),
  });
  const ask = async () => {
    if (await Dialog.confirm({ content: t('me.really') })) leave.mutate();
  };
  return (
    <div className="gap">
      <Button block color="danger" fill="outline" loading={leave.isPending} onClick={ask}>
        {t('me.signOut')}
      </Button>
    </div>
  );
}

export default function Me() {
  const { t, i18n } = useTranslation();
  const info = useAnswer('txUser/getInfo');
  const member = info.data?.userInfo ?? getSession()?.userInfo;
  const copy = async () => {
    await navigator.clipboard.writeText(member.inviteCode);
    Toast.show(t('me.copied'));
  };
  return (
    <>
      <NavBar back={null}>{t('tabs.me')}</NavBar>
      <div className="content">
        <List>
          <List.Item prefix={<Avatar src="" />} description={member?.username}>
            {member?.nickname}
          </List.Item>
        </List>
        <Balance />
        <List>
          <List.Item extra={member?.phone}>{t('me.phone')}</List.Item>
          <List.Item extra={member?.email}>{t('me.email')}</List.Item>
          <List.Item extra={member?.inviteCode} onClick={copy}>
            {t('me.inviteCode')}
          </List.Item>
          <List.Item
            extra={
              <Selector
                options={languages}
                value={[i18n.language]}
                onChange={([language]) => language && setLanguage(language)}
              />
            }
          >
            {t('me.language')}
          </List.Item>
        </List>
        <SignOut />
      </div>
    </>
  );
}
