import Checkbox from 'antd-mobile/es/components/checkbox';
import Form from 'antd-mobile/es/components/form';
import Input from 'antd-mobile/es/components/input';
import {
  Button,
  call,
  NavBar,
  setSession,
  Toast,
  useLocation,
  useMutation,
  useNavigate,
  useTranslation,
} from '../common.js';

export default function SignIn() {
  const { t } = useTranslation();
  const { state } = useLocation();
  const navigate = useNavigate();
  const signIn = useMutation({
    mutationFn: (fields) => call('txUser/login', fields),
    onSuccess(session) {
      setSession(session);
      Toast.show({ icon: 'success', content: t('signIn.welcome', { name: session.userInfo.nickname }) });
      navigate(state?.from ?? '/', { replace: true });
    },
  });
  const required = [{ required: true, message: t('signIn.required') }];
  const agreed = [
    {
      validator: (_, value) => (value ? Promise.resolve() : Promise.reject(new Error(t('signIn.required')))),
    },
  ];
  return (
    <div className="screen">
      <NavBar back={null}>{t('signIn.title')}</NavBar>
      <Form
        onFinish={signIn.mutate}
        footer={
          <Button block type="submit" color="primary" loading={signIn.isPending}>
            {t('signIn.submit')}
          </Button>
        }
      >
        <Form.Item name="account" label={t('signIn.account')} rules={required}>
          <Input autoComplete="username" />
        </Form.Item>
        <Form.Item name="password" label={t('signIn.password')} rules={required}>
          <Input type="password" autoComplete="current-password" />
        </Form.Item>
        <Form.Item name="agreed" valuePropName="checked" rules={agreed}>
          <Checkbox>{t('signIn.agreed')}</Checkbox>
        </Form.Item>
      </Form>
    </div>
  );
}
