import type { Break, Item } from './item';

/** Spec §7: path and the test of the server that proves it. Contract, handler and callers are read from the source. */
const calls: [path: string, proof: string, ...breaks: Break[]][] = [
  [
    'msAccountDouyin/list',
    'server/accounts: the list looks for names',
    ['src/server/accounts/list-accounts.ts', "is(stateNow, '=', state)", "is(stateNow, '<>', state)"],
  ],
  [
    'dbbMini/tiktokDetail',
    'server/accounts: a bought cloud phone gets a task',
    [
      'src/server/accounts/show-account.ts',
      'visits: await visitsBetween(db.run, own, first, daysAgo(now, 0)),',
      'visits: await visitsBetween(db.run, own, firstBefore, daysAgo(now, month)),',
    ],
  ],
  [
    'dbbMini/tiktokGraph',
    'server/accounts: a bought cloud phone gets a task',
    [
      'src/server/accounts/show-account.ts',
      'return { points: fillDays(lastDays(now, days), rows) };',
      'return { points: fillDays(lastDays(now, days), rows.slice(1)) };',
    ],
  ],
  [
    'dbbMini/addTiktok',
    'server/accounts: an account that the platform does not know',
    ['src/server/accounts/link-account.ts', 'linkedName(found.account)', 'id'],
  ],
  [
    'dbbMini/tiktokEdit',
    'server/accounts: two accounts never run',
    [
      'src/server/accounts/link-account.ts',
      '...(machine !== undefined && { machine }) })',
      '...(machine === undefined && { machine: null }) })',
    ],
  ],
  [
    'dbbMini/updateTime',
    'server/accounts: bringing an account up to date',
    [
      'src/server/accounts/bring-up-to-date.ts',
      'if (found?.signedIn) await collectOf',
      'if (!found?.signedIn) await collectOf',
    ],
  ],
  [
    'dbbMini/shopGoodsList',
    'server/goods: goods come twenty at a time',
    [
      'src/server/goods/list-goods.ts',
      'const found = findGoods(db.run, member, search);',
      'const found = findGoods(db.run, member, { ...search, state: undefined });',
    ],
  ],
  [
    'dbbMini/shopGoodsDetail',
    'server/goods: when two phones edit one good, the second is warned, and nothing is overwritten',
    [
      'src/server/goods/list-goods.ts',
      'return detailView(db.run, await ownGoods(db.run, member, id), settings);',
      'return { ...(await detailView(db.run, await ownGoods(db.run, member, id), settings)), version: 0 };',
    ],
  ],
  [
    'dbbMini/shopGoodsGraph',
    'server/shop-sales: a sale takes stock, counts',
    [
      'src/server/goods/list-goods.ts',
      'sales: byDay.get(day)?.sales ?? 0,',
      'sales: byDay.get(day)?.views ?? 0,',
    ],
  ],
  [
    'dbbMini/goodsList',
    'server/goods: goods of the platform are taken in once',
    ['src/server/goods/list-goods.ts', 'inShop: row.taken !== null,', 'inShop: row.taken === null,'],
  ],
  [
    'dbbMini/upperBatch',
    'server/goods: of a batch of 200 goods',
    [
      'src/server/goods/batch-goods.ts',
      "if (stock < 1) return 'goodsNoStock';",
      "if (stock < 0) return 'goodsNoStock';",
    ],
  ],
  [
    'dbbMini/deleteBatch',
    'server/goods: a good on sale cannot be deleted, and a deleted one can be supplied again',
    [
      'src/server/goods/batch-goods.ts',
      "state === 'on' ? 'goodsOnSale' : undefined,",
      "state === 'off' ? 'goodsOnSale' : undefined,",
    ],
  ],
  [
    'dbbMini/queryVideosList',
    'server/videos: videos are listed with the good',
    [
      'src/server/goods/videos/list-videos.ts',
      "query.where('v.goods', '=', good?.platform_id ?? '')",
      "query.where('v.goods', '<>', good?.platform_id ?? '')",
    ],
  ],
  [
    'dbbMini/orderDetail',
    'server/orders: a member buys machines with the balance',
    [
      'src/server/checkout/list-orders.ts',
      'orderDetail: (input, ctx) => listOrdersHandlers.getOrder(input, ctx),',
      'orderDetail: async (input, ctx) => ({ ...(await listOrdersHandlers.getOrder(input, ctx)), paid: 0, total: 0 }),',
    ],
  ],
  [
    'dbbMini/getCouponByCouponCode',
    'server/products: a coupon that does not apply',
    ['src/server/pricing/handlers.ts', 'if (items) applyCoupon(', 'if (items?.length === 0) applyCoupon('],
  ],
  [
    'sk/txShopGoods/edit',
    'server/shop-property: sales, returns, edits',
    [
      'src/server/goods/edit-goods.ts',
      "const edited = await tx\n          .updateTable('shop_goods')\n          .set((is) => ({\n            name,\n            description,\n            price,\n            category,\n            pictures: JSON.stringify(pictures),\n            stock: is('stock', '+', input.stock - input.stockBefore),",
      "const edited = await tx\n          .updateTable('shop_goods')\n          .set((is) => ({\n            name,\n            description,\n            price,\n            category,\n            pictures: JSON.stringify(pictures),\n            stock: input.stock,",
    ],
  ],
  [
    'txGoodsVideo/download',
    'server/videos: a download is the file',
    ['src/server/goods/videos/download-video.ts', 'url: `/videos/${token}`', 'url: `/videos/${id}`'],
  ],
  [
    'dbbMini/listCategory',
    'server/categories: categories stand in the order',
    ['src/server/goods/categories.ts', "    .orderBy('c.position')\n", "    .orderBy('c.name')\n"],
  ],
  [
    'dbbMini/categoryBatch',
    'server/categories: one in use says by how many',
    [
      'src/server/goods/batch-goods.ts',
      'await change(tx, fit, { category });',
      'await change(tx, fit, { category: null });\n        void category;',
    ],
  ],
  [
    'dbbMini/addCategory',
    'server/categories: a name is a category’s only',
    ['src/server/goods/categories.ts', 'await mustBeNew(tx, member, input.name);', 'void mustBeNew;'],
  ],
  [
    'dbbMini/editCategory',
    'server/categories: categories stand in the order',
    [
      'src/server/goods/categories.ts',
      'ids.splice(before ? ids.indexOf(before) : ids.length, 0, id);',
      'ids.splice(ids.length, 0, id);',
    ],
  ],
  [
    'dbbMini/deleteBatchCategory',
    'server/categories: one in use says by how many',
    ['src/server/goods/categories.ts', 'else if (found.goods)', 'else if (found.goods < 0)'],
  ],
  [
    'dbbMini/listAdminCategory',
    'server/categories: the platform’s categories are taken over',
    ['src/server/goods/categories.ts', 'taken: row.taken !== null,', 'taken: row.taken === null,'],
  ],
  [
    'liveRoomBoxLog/list',
    'server/accounts: the log keeps to an account',
    ['src/server/accounts/log-handlers.ts', "[is('r.day', '=', day)]", "[is('r.day', '>=', day)]"],
  ],
  [
    'wcProduct/queryList',
    'server/products: a search finds words',
    [
      'src/server/products/list-products.ts',
      '.where((is) => is.and(defined({ category })))',
      '.where((is) => is.and(defined({ category: category && undefined })))',
    ],
  ],
  [
    'txOrder/addByMoney',
    'server/orders: a member buys machines with the balance',
    [
      'src/server/checkout/buy.ts',
      "placeOrder(ctx, calls.addByMoney, input, 'balance')",
      "placeOrder(ctx, calls.addByMoney, input, 'remittance')",
    ],
  ],
  [
    'txOrder/addUserOrder',
    'server/orders: 20 taps at once',
    [
      'src/server/checkout/buy.ts',
      'placeOrder(ctx, calls.addUserOrder, input, input.channel)',
      'placeOrder(ctx, calls.addUserOrder, { ...input, requestKey: crypto.randomUUID() }, input.channel)',
    ],
  ],
  [
    'txOrder/addUserUsdt',
    'server/tron: orders of one price share no address',
    [
      'src/server/checkout/buy.ts',
      "placeOrder(ctx, calls.addUserUsdt, input, 'usdt', async",
      "placeOrder(ctx, calls.addUserUsdt, input, 'card', async",
    ],
  ],
  [
    'txOrder/addByIntegral',
    'server/points: redeeming takes points',
    [
      'src/server/checkout/buy.ts',
      "placeOrder(ctx, calls.addByIntegral, input, 'points')",
      "placeOrder(ctx, calls.addByIntegral, input, 'cloudBeans')",
    ],
  ],
  [
    'txOrder/addByCloudBeans',
    'server/orders: points are frozen below 100',
    [
      'src/server/checkout/buy.ts',
      "placeOrder(ctx, calls.addByCloudBeans, input, 'cloudBeans')",
      "placeOrder(ctx, calls.addByCloudBeans, input, 'points')",
    ],
  ],
  [
    'txProd/list',
    'server/products: anybody sees what is on offer',
    [
      'src/server/products/list-products.ts',
      'listProducts: (input, ctx) => listProductsHandlers.queryProducts(input, ctx),',
      'listProducts: (_, ctx) => listProductsHandlers.queryProducts({}, ctx),',
    ],
  ],
  [
    'systemAccountTron/findLittleUse',
    'server/tron: an exact transfer confirms',
    [
      'src/server/checkout/start-payment.ts',
      '    return usdtOf(ctx, order);\n',
      "    return { ...(await usdtOf(ctx, order)), address: 'T' };\n",
    ],
  ],
  [
    'strdicItem/getDict',
    'server/orders: the dictionary has words',
    ['src/server/orders/dictionary.ts', 'label: labelIn(locale) })),', "label: labelIn(locale && 'en') })),"],
  ],
  [
    'txBank/list',
    'server/payout: banks and account types are named',
    [
      'src/server/wallet/payout/list-accounts.ts',
      'offeredBanks(db.run, locale)',
      "offeredBanks(db.run, 'en')",
    ],
  ],
  [
    'txUser/userAccountList',
    'server/payout: accounts are listed by kind',
    [
      'src/server/wallet/payout/list-accounts.ts',
      '      .where((is) => is.and(defined({ kind })));',
      '      .where((is) => is.and(defined({ kind: kind && undefined })));',
    ],
  ],
  [
    'txUser/userAccountAdd',
    'server/payout: a bank card is added',
    [
      'src/server/wallet/payout/change-account.ts',
      'number: numberOf(input),\n          at:',
      'number: `${numberOf(input)}0`,\n          at:',
    ],
  ],
  [
    'txUser/userAccountEdit',
    'server/payout: an account is edited',
    [
      'src/server/wallet/payout/change-account.ts',
      'const number = numberOf(input) ?? before.number;',
      "const number = numberOf(input) ?? '';",
    ],
  ],
  [
    'txUser/userAccountDeleteBatch',
    'server/payout: deleting several is all or nothing',
    [
      'src/server/wallet/payout/change-account.ts',
      'if (numUpdatedRows !== BigInt(ids.length)) throw missing();',
      'if (!numUpdatedRows) throw missing();',
    ],
  ],
  [
    'wxController/getOpenIdByCode',
    'server/wechat: the same code gives the same ticket',
    [
      'src/server/auth/wechat/sign-in.ts',
      'const { ticket, openId } = await redeem(wechatOf(ctx.settings), ctx, code);',
      'const { ticket, openId } = await redeem(wechatOf(ctx.settings), ctx, `${code}${Math.random()}`);',
    ],
  ],
  [
    'wechat/share',
    'server/share: a page gets what the JS-SDK',
    [
      'src/server/share/handlers.ts',
      'signature: shareSignature(ticket, nonceStr, timestamp, url),',
      'signature: shareSignature(ticket, nonceStr, timestamp + 1, url),',
    ],
  ],
  [
    'admin/txUser/transferUserScore',
    'server/promotion: one member gives value to another; both see who, how much, why and the rest',
    [
      'src/server/promotion/transfer.ts',
      "gift(member, to.id, input.amount, input.remark ?? '', randomUUID()),",
      "gift(member, to.id, 1, input.remark ?? '', randomUUID()),",
    ],
  ],
  [
    'txUserScoreLog/listPage',
    'server/promotion: the log shows only what came in',
    [
      'src/server/promotion/list-transfers.ts',
      "direction === 'in' ? '>' : '<', 0)",
      "direction === 'in' ? '<' : '>', 0)",
    ],
  ],
  [
    'msTaskMobile/list',
    'server/tasks: a member sees tasks of all orders',
    [
      'src/server/devices/tasks.ts',
      '.where((is) => is.and(defined({ state })));\n    const order',
      '.where((is) => is.and(defined({ state: state && undefined })));\n    const order',
    ],
  ],
  [
    'msTaskMobile/updateState',
    'server/tasks: pausing stops what runs',
    [
      'src/server/devices/tasks.ts',
      'state === paused ? [waiting, running] : [paused]',
      'state === paused ? [running] : [paused]',
    ],
  ],
  [
    'msTaskMobile/stat',
    'server/tasks: pausing stops what runs',
    ['src/server/devices/tasks.ts', 'paused: of(paused), finished', 'paused: of(running), finished'],
  ],
  [
    'txOrderLog/list',
    'server/rent: the log comes twenty at a time',
    [
      'src/server/devices/list-income.ts',
      'total: sum(rows),\n      kinds',
      'total: sum(logs.items),\n      kinds',
    ],
  ],
  [
    'systemNote/list',
    'server/notices: a long list of notices',
    [
      'src/server/notices/handlers.ts',
      'return { items: notices.map(summary), ...(next && { next }) };',
      'return { items: notices.map(summary).slice(1), ...(next && { next }) };',
    ],
  ],
  [
    'systemNote/getById',
    'server/notices: a notice is published sanitised',
    [
      'src/server/notices/handlers.ts',
      "if (!notice) throw new DomainError('noticeMissing');\n  return notice;",
      "if (!notice) throw new DomainError('noticeMissing');\n  return { ...notice, title: '' };",
    ],
  ],
  [
    'systemNote/getNeedConfirm',
    'server/notices: a notice that needs confirming',
    [
      'src/server/notices/handlers.ts',
      "        .orderBy('n.published_at')\n",
      "        .orderBy('n.published_at', 'desc')\n",
    ],
  ],
  [
    'systemNote/userConfirm',
    'server/notices: a notice that needs confirming',
    [
      'src/server/notices/handlers.ts',
      '.values({ member: ctx.member, notice: id, at: new Date(ctx.now) })\n        .onConflict((conflict) => conflict.doNothing())\n        .execute();',
      '.values({ member: ctx.member, notice: id, at: new Date(ctx.now) })\n        .onConflict((conflict) => conflict.doNothing())\n        .compile();',
    ],
  ],
  [
    'txCircle/list',
    'server/posts: the feed comes ten at a time',
    [
      'src/server/circle/list-posts.ts',
      "after ? is(is.refTuple('p.created_at', 'p.id'), '<', is.tuple(after.at, after.id)) : is.lit(true),",
      "after ? is('p.created_at', '<=', after.at) : is.lit(true),",
    ],
  ],
  [
    'txCircle/unreadCount',
    'server/circle: a member counts what others wrote',
    ['src/server/circle/list-posts.ts', "        .where('p.author', '<>', member)\n", ''],
  ],
  [
    'txCircle/readAll',
    'server/posts: the badge counts what is new',
    [
      'src/server/circle/list-posts.ts',
      "conflict.column('member').doUpdateSet({ read_at }))",
      "conflict.column('member').doNothing())",
    ],
  ],
  [
    'txCircle/add',
    'server/posts: a post that is sent again',
    [
      'src/server/circle/write-posts.ts',
      'idempotent(tx, ctx, calls.addPost, input, async () => {',
      'idempotent(tx, ctx, calls.addPost, { ...input, requestKey: randomUUID() }, async () => {',
    ],
  ],
  [
    'txCircleCollect/list',
    'server/posts: a member collects a post',
    ['src/server/circle/list-posts.ts', "      .where('c.at', 'is not', null)\n", ''],
  ],
  [
    'txSysMsg/list',
    'server/notices: members read only their own messages, in their language',
    [
      'src/server/notices/message-handlers.ts',
      "        .selectAll()\n        .where('member', '=', member)\n",
      "        .selectAll()\n        .where('member', 'is not', member && null)\n",
    ],
  ],
  [
    'txSysMsg/readTotal',
    'server/notices: messages are counted',
    [
      'src/server/notices/message-handlers.ts',
      'return { read, unread };',
      'return { read: unread, unread: read };',
    ],
  ],
  [
    'txSysMsg/countTotal',
    'server/notices: messages are counted',
    [
      'src/server/notices/message-handlers.ts',
      'const { total } = await countMessages(ctx.db.run, ctx);',
      'const { unread: total } = await countMessages(ctx.db.run, ctx);',
    ],
  ],
  [
    'txSysMsg/edit',
    'server/notices: messages are counted',
    [
      'src/server/notices/message-handlers.ts',
      ".$if('ids' in input, (query) =>",
      ".$if(!('ids' in input), (query) =>",
    ],
  ],
  [
    'txSysMsg/deleteBatch',
    'server/notices: messages are counted',
    [
      'src/server/notices/message-handlers.ts',
      ".where('member', '=', ctx.member)\n        .where('id', 'in', ids)",
      ".where('member', '=', ctx.member)\n        .where('id', 'not in', ids)",
    ],
  ],
];

export const calledPaths: Item[] = calls.map(([id, proof, ...breaks]) => ({
  section: 7,
  id,
  text: 'call',
  proof,
  breaks,
}));
