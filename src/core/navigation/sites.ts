import { siteOf } from '../../contract/site';
import { memberParameters, service } from '../../contract/system';
import { useApp } from '../app';
import { fetchOrThrow } from '../data/query';
import { asFailure } from '../http/failure';
import type { Screen } from './screen';

const input = { UniqueKey: memberParameters, Method: 'GetSysConfig', ObjectData: ['webViewOrigins'] };

/** Opens addresses of other sites: on `inside`, our own screen for them, where the deployment knows the site, else outside. */
export function useSites(inside: Screen<never, 'type' | 'url'>) {
  const { nav, platform, send } = useApp();
  const isKnown = async (address: string) => {
    if (!platform.origin) return false; // in a partner's page, which leads to other sites itself
    try {
      const { ObjectData } = await fetchOrThrow(send, service, input, 'now');
      const origins = ObjectData?.[0]?.c_value.split(' ') ?? [];
      return 'url' in siteOf(address, origins, platform.origin);
    } catch (error) {
      asFailure(error); // the way out is there without us
      return false;
    }
  };
  return async (address: string) => {
    if (await isKnown(address)) nav.go(inside, { url: address });
    else platform.leave(address);
  };
}
