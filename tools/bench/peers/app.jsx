import TabBar from 'antd-mobile/es/components/tab-bar';
import AppOutline from 'antd-mobile-icons/es/AppOutline';
import MessageOutline from 'antd-mobile-icons/es/MessageOutline';
import ShopbagOutline from 'antd-mobile-icons/es/ShopbagOutline';
import UnorderedListOutline from 'antd-mobile-icons/es/UnorderedListOutline';
import UserOutline from 'antd-mobile-icons/es/UserOutline';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import Devices from './pages/devices.jsx';
import { Loading } from './parts.jsx';
import { getSession, onSession } from './session.js';

const Device = lazy(() => import('./pages/device.jsx'));
const Shop = lazy(() => import('./pages/shop.jsx'));
const Orders = lazy(() => import('./pages/orders.jsx'));
const Feed = lazy(() => import('./pages/feed.jsx'));
const Me = lazy(() => import('./pages/me.jsx'));
const SignIn = lazy(() => import('./pages/sign-in.jsx'));

const tabs = [
  ['/', 'devices', AppOutline],
  ['/shop', 'shop', ShopbagOutline],
  ['/orders', 'orders', UnorderedListOutline],
  ['/feed', 'feed', MessageOutline],
  ['/me', 'me', UserOutline],
];

function Tabs() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <div className="screen">
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
      <TabBar safeArea activeKey={pathname} onChange={(path) => navigate(path)}>
        {tabs.map(([path, name, Icon]) => (
          <TabBar.Item key={path} title={t(`tabs.${name}`)} icon={<Icon />} />
        ))}
      </TabBar>
    </div>
  );
}

const useSignedIn = () => !!useSyncExternalStore(onSession, getSession);

/** Pages of a member. Others are sent to the sign-in screen, and come back afterwards. */
function Guard() {
  const from = useLocation();
  return useSignedIn() ? <Outlet /> : <Navigate to="/sign-in" replace state={{ from }} />;
}

export const App = () => (
  <Suspense fallback={<Loading />}>
    <Routes>
      <Route path="/sign-in" element={<SignIn />} />
      <Route element={<Guard />}>
        <Route element={<Tabs />}>
          <Route index element={<Devices />} />
          <Route path="/shop" element={<Shop />} />
          <Route path="/orders" element={<Orders />} />
          <Route path="/feed" element={<Feed />} />
          <Route path="/me" element={<Me />} />
        </Route>
        <Route path="/pages/list/equList" element={<Device />} />
      </Route>
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  </Suspense>
);
