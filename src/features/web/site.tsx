import { siteOf } from '../../contract/site/site';
import { memberParameters, service } from '../../contract/site/system';
import { useApp } from '../../core/app';
import { useQuery } from '../../core/data/query';
import { Failure } from '../../core/http/failure';
import { Loaded } from '../../ui/feedback/loaded';
import { Trouble } from '../../ui/feedback/trouble';
import { Frame } from './frame';
import { NotOpened } from './not-opened';
import { Top } from './top';

const input = { UniqueKey: memberParameters, Method: 'GetSysConfig', ObjectData: ['webViewOrigins'] };

/** An address that a link brought along: shown if the deployment knows its site, refused by name if not. */
export function Site({ address }: { address: string }) {
  const { platform, t } = useApp();
  const list = useQuery(service, input);
  const origins = (list.value?.ObjectData?.[0]?.c_value ?? '').split(' ').filter(Boolean);
  const site = siteOf(address, origins, platform.origin);
  const exception = list.value?.HasException && new Failure('refused', list.value.Exception?.Message);
  const trouble = exception && <Trouble failure={exception} retry={() => void list.refresh()} />;
  if (list.value && !exception && 'url' in site) return <Frame key={site.url} {...site} />;
  const { host = '' } = site;
  return (
    <>
      <Top title={t('web.titles.webView')} />
      <Loaded of={list}>
        {() =>
          trouble || (
            <NotOpened
              title={host ? t('web.refused', { host }) : t('web.notAddress')}
              text={t(host ? 'web.refusedText' : 'web.notAddressText')}
            />
          )
        }
      </Loaded>
    </>
  );
}
