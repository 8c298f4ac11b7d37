import { siteOf } from '../../contract/site/site';
import { memberParameters, service } from '../../contract/site/system';
import type { App } from '../app';
import { fetchOrThrow } from '../data/query';
import { asFailure } from '../http/failure';

const input = { UniqueKey: memberParameters, Method: 'GetSysConfig', ObjectData: ['webViewOrigins'] };

/** Whether the deployment lists the site of an address. */
export default async function isKnownSite({ platform, send }: App, address: string): Promise<boolean> {
  try {
    const { ObjectData } = await fetchOrThrow(send, service, input, 'now');
    const origins = ObjectData?.[0]?.c_value.split(' ') ?? [];
    return 'url' in siteOf(address, origins, platform.origin);
  } catch (error) {
    asFailure(error); // the link works without us
    return false;
  }
}
