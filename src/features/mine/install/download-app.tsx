import { useEffect, useState } from 'react';
import { useApp } from '../../../core/app';
import type { Installation } from '../../../core/platform';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/display/icon';
import { copyIcon, downloadIcon } from '../../../ui/display/icons';
import { Card } from '../../../ui/layout/card';
import { Section } from '../../../ui/layout/section';
import { Tabs } from '../../../ui/layout/tabs';
import { pair, quiet } from '../../../ui/styles';

type Kind = 'ios' | 'android' | 'desktop' | 'wechat';

/**
 * `pages/mine/downloadApp`: adds the app to the home screen, directly if the browser offers that, and with the steps of each browser
 * otherwise.
 */
export default function DownloadApp() {
  const { platform, t, toasts } = useApp();
  const [installation, setInstallation] = useState<Installation>();
  const [chosen, setChosen] = useState<Kind>();
  useEffect(() => {
    void platform.installation?.().then(setInstallation);
  }, []);
  const inWechat = platform.name === 'wechat' || platform.name === 'mini-program';
  const kind = chosen ?? (inWechat ? 'wechat' : (installation?.system ?? 'desktop'));
  const add = async (ask: () => Promise<boolean>) => {
    setInstallation({ isInstalled: false }); // an offer of the browser is valid for one prompt
    if (await ask()) toasts.show(t('install.added'));
  };
  const copy = async () => {
    if (await platform.copy?.(`${platform.origin}/`)) toasts.show(t('install.copied'));
  };
  const steps = (
    {
      ios: [t('install.ios.1'), t('install.ios.2'), t('install.ios.3'), t('install.ios.4')],
      android: [
        t('install.android.1'),
        t('install.android.2'),
        t('install.android.3'),
        t('install.android.4'),
      ],
      desktop: [t('install.desktop.1'), t('install.desktop.2'), t('install.desktop.3')],
      wechat: [t('install.wechat.1'), t('install.wechat.2'), t('install.wechat.3')],
    } satisfies Record<Kind, string[]>
  )[kind];
  if (installation?.isInstalled)
    return (
      <Card night>
        <h2>{t('install.already')}</h2>
      </Card>
    );
  return (
    <>
      <Card night>
        <h2>{t('install.title')}</h2>
        <p className={quiet}>{t('install.text')}</p>
        <div className={pair}>
          {installation?.ask && (
            <Button kind="primary" onClick={() => void add(installation.ask as () => Promise<boolean>)}>
              <Icon of={downloadIcon} />
              {t('install.add')}
            </Button>
          )}
          {platform.copy && platform.origin && (
            <Button onClick={() => void copy()}>
              <Icon of={copyIcon} />
              {t('install.copy')}
            </Button>
          )}
        </div>
      </Card>
      <Section title={t('install.steps')}>
        <Tabs<Kind>
          label={t('install.which')}
          value={kind}
          options={{
            ios: t('install.kinds.ios'),
            android: t('install.kinds.android'),
            wechat: t('install.kinds.wechat'),
            desktop: t('install.kinds.desktop'),
          }}
          onChange={setChosen}
          segments
        />
        <Card>
          <ol style={{ margin: 0, paddingLeft: '2em', lineHeight: 1.9, listStyle: 'decimal' }}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Card>
      </Section>
    </>
  );
}
