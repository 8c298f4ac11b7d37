import { useApp } from '../../core/app';
import type { Props } from '../../core/navigation/route';
import { Module } from './module';
import { NotOpened } from './not-opened';
import type * as web from './routes';
import { Site } from './site';
import { Top } from './top';

/** Spec §2: one of our embeds by `type`, or a page of a site that we know by `url`. */
export default function WebView({ type, url }: Props<typeof web.webView>) {
  const { t } = useApp();
  if (type) return <Module type={type} />;
  if (url) return <Site address={url} />;
  return (
    <>
      <Top title={t('web.titles.webView')} />
      <NotOpened title={t('common.failures.parameter')} />
    </>
  );
}
