import { readdirSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type AnyRoute, tabs } from '../../src/core/navigation/route';
import { tabPaths } from '../../src/shell/frame/tabs';
import { screens as all } from '../../src/shell/navigation/screens';
import { browserOptions } from '../../tools/build/options.mjs';
import { readAll, readLoaders, readScreens } from '../../tools/build/screens.mjs';

const screens = all.filter(({ path }) => path.startsWith('pages/'));

/** Spec §2, all of them. */
const specified = `
pages/tabbar/index pages/member/memberList pages/tabbar/dynamic pages/tabbar/order pages/tabbar/mine
pages/tabbar/home pages/tabbar/my pages/tabbar/goodsClass pages/tabbar/goodsClass2 pages/tabbar/cart
pages/tabbar/goods pages/tabbar/video pages/videoDetail pages/goodsVideo pages/goodsOneVideo pages/orderDetail
pages/platformGoods pages/goodsClassifyList pages/goodsClassifyOper pages/goodsDetail
pages/member/memberDetail pages/member/addMember pages/member/webView
pages/mine/invitationRecords pages/mine/myTeam pages/mine/revenueRecords pages/mine/buynow pages/mine/balance
pages/mine/accountManage pages/mine/pointsMall pages/mine/goodsDetail pages/mine/promotionActivity
pages/mine/rechargeScore pages/mine/pay pages/mine/otherPay pages/mine/signTask pages/mine/viewAgreement
pages/mine/addressManage pages/mine/createAddress pages/mine/modifyAddress pages/mine/repurchase pages/mine/signature
pages/mine/openMembership pages/mine/withDrawRecord pages/mine/payOrder pages/mine/payOrderDetail
pages/mine/createWorkOrder pages/mine/workOrder pages/mine/workOrderDetail pages/mine/im pages/mine/paymentResult
pages/mine/bankList pages/mine/orderAddress pages/mine/downloadApp pages/mine/bindShop pages/mine/setupShop
pages/mine/chatGpt pages/mine/userInfoCenter pages/mine/declarationForm pages/mine/declarationFormList
pages/mine/transferScore pages/mine/rechargeRecord pages/mine/poster pages/mine/wxPoster
pages/list/equList pages/list/earnings pages/list/materialLibrary pages/list/noticeList pages/list/systemMsg
pages/list/noticeDetail pages/list/equMyTeam
pages/login/login pages/login/wechatAuthorization pages/login/register pages/login/WeChatRegister
pages/login/resetPassword pages/login/modifyPhone pages/login/modifyEmail
pages/location/chooseLocation pages/location/openLocation
`
  .trim()
  .split(/\s+/);

test('every route of the specification has a screen', () => {
  const paths = screens.map(({ path }) => path);
  assert.equal(
    specified.filter((path) => !paths.includes(path)),
    [],
  );
});

test('no route has two screens', () => {
  assert.is(new Set(screens.map(({ path }) => path)).size, screens.length);
});

test('the five tabs are there once each', () => {
  assert.equal(
    tabs.map((tab) => screens.filter((screen) => screen.tab === tab).length),
    [1, 1, 1, 1, 1],
  );
  assert.equal(
    tabs.map((tab) => screens.find(({ path }) => path === tabPaths[tab])?.tab),
    [...tabs],
  );
});

test('every route of a feature has its screen, and is listed', async () => {
  const read = await readAll(browserOptions({ dev: true }));
  for (const feature of readdirSync('src/features')) {
    const routes: Record<string, AnyRoute> = await import(`../../src/features/${feature}/routes.ts`);
    assert.equal([...readLoaders(feature).sources.keys()].sort(), Object.keys(routes), feature);
  }
  assert.equal(
    read
      .map(({ path }) => path)
      .filter((path) => !/^(embed\/|pages\/dev\/)/.test(path))
      .sort(),
    all.map(({ path }) => path).sort(),
  );
});

test('every screen has a source of its own', async () => {
  const sources = (await readScreens(browserOptions())).map(({ source }) => source);
  assert.equal(
    sources.filter((source, at) => sources.indexOf(source) !== at),
    [],
  );
});

test.run();
