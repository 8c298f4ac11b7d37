import { openWechat, wechatEnv } from '../../server/support/wechat';
import { test } from './journey';
import { startOwnGateway } from './own-gateway';

/** A stand-in for WeChat's servers, and a gateway that asks it, for all journeys of the file; there once they run. */
export function openWechatGateway(settings: Record<string, string> = {}) {
  const own = {} as {
    wechat: Awaited<ReturnType<typeof openWechat>>;
    gateway: Awaited<ReturnType<typeof startOwnGateway>>;
  };
  test.describe.configure({ mode: 'default', timeout: 60_000 });
  test.beforeAll(async () => {
    own.wechat = await openWechat();
    own.gateway = await startOwnGateway({
      ...wechatEnv(own.wechat.url),
      PAY_PASSWORD_FROM: 'off',
      ...settings,
    });
  });
  test.afterAll(async () => {
    await own.gateway?.stop();
    await own.wechat?.close();
  });
  return own;
}
