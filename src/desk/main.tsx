import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import {
  Admin,
  type AuthProvider,
  CustomRoutes,
  Edit,
  type HttpError,
  localStorageStore,
  Resource,
} from 'react-admin';
import { createRoot } from 'react-dom/client';
import { Navigate, Route, useParams } from 'react-router-dom';
import { areaNames } from '../contract/desk/areas';
import { ask, keepCsrf, type Me, type Refused } from './api';
import { Day } from './day';
import { Inbox } from './inbox';
import { DeskLayout } from './layout';
import { AreaList } from './list';
import { deskWords } from './messages';
import { NoticeForm } from './notice-form';
import { ThingForm } from './product-form';
import { areaOf, deskProvider } from './provider';
import { AreaShow } from './record';
import { SignIn } from './sign-in';
import { dark, light } from './themes';
import { VideoForm } from './video-form';

/** Forms of their own; every other area makes and changes records in the dialog of an action. */
const forms = { products: ThingForm, supply: ThingForm, notices: NoticeForm, videos: VideoForm };

/** The signed-in person, identified by a cookie that no script can read. */
function deskAuth(): AuthProvider {
  let me: Me | undefined;
  const look = async (): Promise<Me> => {
    const found = (await ask('session')) as Me;
    keepCsrf(found.csrf);
    me = found;
    return found;
  };
  return {
    login: async () => {
      await look();
    },
    logout: async () => {
      if (me) await ask('session/end', {}).catch(() => {});
      me = undefined;
    },
    checkAuth: async () => {
      if (!me) await look();
    },
    checkError: async (error: HttpError | Refused) => {
      if (error.status === 401) throw error;
    },
    getIdentity: async () => {
      const found = me ?? (await look());
      return { id: found.name, fullName: found.name, me: found };
    },
    getPermissions: async () => me?.role,
  };
}

const Framed = ({ form: Form }: { form: () => React.ReactNode }) => (
  <Edit actions={false} component="div" title={false} redirect={false}>
    <Form />
  </Edit>
);

/** A conversation has its page in the inbox. */
const ToInbox = () => {
  const { id = '' } = useParams();
  return <Navigate to={`/inbox?open=conversations/${encodeURIComponent(id)}`} replace />;
};

function Desk({ nonce }: { nonce: string }) {
  return (
    <CacheProvider value={createCache({ key: 'desk', nonce, prepend: true })}>
      <Admin
        dataProvider={deskProvider()}
        authProvider={deskAuth()}
        i18nProvider={deskWords()}
        store={localStorageStore('1', 'desk')}
        dashboard={Day}
        loginPage={SignIn}
        layout={DeskLayout}
        theme={light}
        darkTheme={dark}
        disableTelemetry
        requireAuth
      >
        {areaNames.map((name) => {
          const Form = forms[name as keyof typeof forms];
          const { page, title } = areaOf(name);
          return (
            <Resource
              key={name}
              name={name}
              list={page === 'own' ? Inbox : AreaList}
              show={page === 'own' ? ToInbox : AreaShow}
              recordRepresentation={(record) => String(record[title] ?? record.id)}
              {...(Form && { create: Form, edit: <Framed form={Form} /> })}
            />
          );
        })}
        <CustomRoutes>
          <Route path="/inbox" element={<Inbox />} />
        </CustomRoutes>
      </Admin>
    </CacheProvider>
  );
}

const root = document.getElementById('desk');
if (root) createRoot(root).render(<Desk nonce={root.dataset.nonce ?? ''} />);
