// Every page imports these from here, because the landing screen loads all of them. Otherwise esbuild would make a small file of each part for
// every set of pages that use it, and the first visit would need fifteen scripts instead of four.
export { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
export { default as Button } from 'antd-mobile/es/components/button';
export { default as Card } from 'antd-mobile/es/components/card';
export { default as Empty } from 'antd-mobile/es/components/empty';
export { default as Grid } from 'antd-mobile/es/components/grid';
export { default as Image } from 'antd-mobile/es/components/image';
export { default as List } from 'antd-mobile/es/components/list';
export { default as NavBar } from 'antd-mobile/es/components/nav-bar';
export { default as Toast } from 'antd-mobile/es/components/toast';
export { default as MessageOutline } from 'antd-mobile-icons/es/MessageOutline';
export { useTranslation } from 'react-i18next';
export { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
export { call, useList } from './api.js';
export { Facts, Failed, Loading, money, Rows } from './parts.jsx';
export { getSession, setSession } from './session.js';
export { setLanguage } from './texts.js';
