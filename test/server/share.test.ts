import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type ShareData, wechatShare } from '../../src/contract/share';
import { shareSignature } from '../../src/server/share/ticket';
import { openGateway, type TestGateway } from './support/open';

interface Context {
  wechat: Server;
  asked: string[];
  gateway: TestGateway;
  closed: TestGateway;
}
const test = suite<Context>('share');
test.before(async (context) => {
  context.asked = [];
  context.wechat = createServer((request, response) => {
    context.asked.push(request.url ?? '');
    const isToken = request.url === '/cgi-bin/stable_token';
    response.end(
      JSON.stringify(isToken ? { access_token: 'a1' } : { ticket: 'ticket-1', expires_in: 7200, errcode: 0 }),
    );
  });
  await new Promise<void>((ready) => context.wechat.listen(0, '127.0.0.1', ready));
  context.gateway = await openGateway({
    env: {
      PUBLIC_URL: 'https://cloudphone.example',
      WECHAT_APP_ID: 'wx1',
      WECHAT_APP_SECRET: 'secret-of-ours',
      WECHAT_API_URL: `http://127.0.0.1:${(context.wechat.address() as AddressInfo).port}`,
    },
  });
  context.closed = await openGateway();
});
test.after(async ({ gateway, closed, wechat }) => {
  await gateway.close();
  await closed.close();
  wechat.closeAllConnections();
  wechat.close();
});

test('the signature is that of WeChat’s own example', () => {
  const ticket = 'sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg';
  const sign = (url: string) => shareSignature(ticket, 'Wm3WZYTPz0wzccnW', 1414587457, url);
  assert.is(sign('http://mp.weixin.qq.com?params=value'), '0f9de62fce790f9a083d5c99e95740ceb90c27ed');
  assert.is(sign('http://mp.weixin.qq.com?params=value#x'), '0f9de62fce790f9a083d5c99e95740ceb90c27ed');
  assert.is(sign('http://mp.weixin.qq.com'), 'f4d90daf4b3bca3078ab155816175ba34c443a7b');
});

test('a page gets what the JS-SDK is configured with, as a JSON string; WeChat is asked for one ticket', async ({
  gateway,
  asked,
}) => {
  for (const url of ['https://cloudphone.example/?from=timeline', 'https://cloudphone.example']) {
    const { code, body } = await gateway.send(wechatShare, { url });
    assert.is(code, '1');
    const data: ShareData = JSON.parse(body.data);
    assert.equal([data.appId, data.debug, Array.isArray(data.jsApiList)], ['wx1', false, true]);
    assert.is(data.signature, shareSignature('ticket-1', data.nonceStr, data.timestamp, url));
    assert.not.match(body.data, 'ticket-1');
  }
  assert.equal(asked, ['/cgi-bin/stable_token', '/cgi-bin/ticket/getticket?access_token=a1&type=jsapi']);
});

test('a page of somebody else’s is not signed, and nothing is without an account', async ({
  gateway,
  closed,
}) => {
  for (const url of ['https://evil.example/', 'https://cloudphone.example.evil.example/', 'x'])
    assert.is((await gateway.send(wechatShare, { url })).code, '500', url);
  assert.is((await closed.send(wechatShare, { url: 'http://localhost:8080/' })).code, '500');
});

test.run();
