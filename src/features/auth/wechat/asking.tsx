import { css } from 'goober';
import { useEffect } from 'react';
import { authorizeUrl } from '../../../contract/member/auth';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import { pathOf } from '../../../core/navigation/route';
import { Button } from '../../../ui/button';
import { Tag } from '../../../ui/display/tag';
import { Card } from '../../../ui/layout/card';
import { quiet } from '../../../ui/styles';
import * as session from '../routes';
import { alertWechatFailure, fromKey, stateKey } from './kept';

const question = css`
  & > * + * {
    margin-top: 8px;
  }
  & > button {
    width: 100%;
  }
  & > p + button {
    margin-top: 20px;
  }
`;

interface Props {
  fromUrl: string | undefined;
  /** The previous failure, if any. */
  problem: string | undefined;
}

/** 'You are currently not authorized. Do you want to authorize?' (spec §8) */
export function WechatConsent({ fromUrl, problem }: Props) {
  const app = useApp();
  const { nav, platform, t } = app;
  const { value, failure, busy, refresh } = useQuery(authorizeUrl, {
    returnTo: `#${pathOf(session.wechatAuthorization, {})}`,
  });
  const missing = value ? undefined : failure;
  useEffect(() => {
    if (missing) void alertWechatFailure(app, missing.message);
  }, [missing]);

  const authorize = () => {
    if (!value) return void refresh();
    platform.tab.set(stateKey, new URL(value.url).searchParams.get('state') ?? undefined);
    platform.tab.set(fromKey, fromUrl);
    platform.leave(value.url);
  };

  return (
    <Card>
      <div className={question}>
        <h2>{t(problem ? 'wechat.failedTitle' : 'wechat.ask')}</h2>
        {problem ? <p role="alert">{problem}</p> : <p className={quiet}>{t('wechat.why')}</p>}
        <Button kind="primary" busy={!value && (busy || !failure)} onClick={authorize}>
          {t(problem ? 'wechat.again' : 'wechat.yes')}
        </Button>
        <Button kind="quiet" onClick={() => nav.back(session.login)}>
          {t('wechat.no')}
        </Button>
        {value?.sandbox && (
          <p>
            <Tag tone="warn">{t('wechat.sandbox')}</Tag> {t('wechat.sandboxText')}
          </p>
        )}
      </div>
    </Card>
  );
}
