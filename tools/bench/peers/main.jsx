import 'antd-mobile/es/global';
import './app.css';
import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import ConfigProvider from 'antd-mobile/es/components/config-provider';
import Toast from 'antd-mobile/es/components/toast';
import enUS from 'antd-mobile/es/locales/en-US';
import zhCN from 'antd-mobile/es/locales/zh-CN';
import { unstableSetRender } from 'antd-mobile/es/utils/unstable-render';
import { createRoot } from 'react-dom/client';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { HashRouter } from 'react-router-dom';
import { App } from './app.jsx';
import { onSession } from './session.js';
import { i18n } from './texts.js';

// Dialogs and toasts of antd-mobile 5 need this with React 19.
unstableSetRender((node, container) => {
  const root = createRoot(container);
  root.render(node);
  return async () => {
    await new Promise((next) => setTimeout(next));
    root.unmount();
  };
});

const client = new QueryClient({
  defaultOptions: { queries: { staleTime: 10_000, retry: 1 } },
  mutationCache: new MutationCache({
    onError: ({ message }) => Toast.show({ icon: 'fail', content: message }),
  }),
});
// Another member must not see these answers.
onSession(() => client.clear());

function Language({ children }) {
  const { i18n: current } = useTranslation();
  return <ConfigProvider locale={current.language === 'zh' ? zhCN : enUS}>{children}</ConfigProvider>;
}

createRoot(document.querySelector('main')).render(
  <I18nextProvider i18n={i18n}>
    <Language>
      <QueryClientProvider client={client}>
        <HashRouter>
          <App />
        </HashRouter>
      </QueryClientProvider>
    </Language>
  </I18nextProvider>,
);
