import type { Break, Item } from './item';

/** Spec §2: path, what it is, the test that proves it. Where it is built is read from the lists of screens. */
const routes: [path: string, text: string, proof: string, ...breaks: Break[]][] = [
  [
    'pages/tabbar/index',
    'device list with pull to refresh',
    'unit/devices: a member sees what they own',
    [
      'src/features/devices/list.tsx',
      '{(device) => (\n        <DeviceCard\n          device={device}\n',
      "{(device) => (\n        <DeviceCard\n          device={{ ...device, name: '' }}\n",
    ],
  ],
  [
    'pages/member/memberList',
    'account list',
    'unit/own-screens: a member sees all the accounts',
    [
      'src/features/accounts/account-list.tsx',
      "...(filter !== 'all' && { state: stateOf(filter) }),",
      "...(filter === 'all' && { state: stateOf('paused') }),",
    ],
  ],
  [
    'pages/tabbar/dynamic',
    'dynamic feed',
    'unit/own-screens: the circle shows',
    [
      'src/features/circle/feed.tsx',
      'useList(listPosts, author ? found : { scope, ...found });',
      "useList(listPosts, { scope: scope === 'all' ? 'mine' : scope });",
    ],
  ],
  [
    'pages/tabbar/order',
    'log list',
    'unit/own-screens: the log has what',
    [
      'src/features/logs/log-list.tsx',
      '...(state !== undefined && { state: state as GrabState }),',
      '...(state === undefined && { state: 1 as GrabState }),',
    ],
  ],
  [
    'pages/tabbar/mine',
    'personal centre',
    'unit/mine: a member sees who they are',
    ['src/features/mine/home.tsx', '<Totals of={amounts.value} />', '<Totals of={undefined} />'],
  ],
  [
    'pages/tabbar/home',
    'home of the store',
    'unit/store: the store shows what is on offer',
    [
      'src/features/store/browse/home.tsx',
      '<ProductCard product={product} />',
      "<ProductCard product={{ ...product, productId: '' }} />",
    ],
  ],
  [
    'pages/tabbar/my',
    'my, of the store',
    'unit/store: my store shows the newest packages',
    ['src/features/store/browse/my.tsx', 'items.slice(0, few)', 'items.slice(few)'],
  ],
  [
    'pages/tabbar/goodsClass',
    'goods class',
    'unit/store: goods are browsed by category',
    [
      'src/features/store/browse/goods-class.tsx',
      '...(keyword && { keyword }), sort }',
      "...(keyword && { keyword }), sort: sort && 'best' }",
    ],
    ['src/features/store/browse/goods-class.tsx', '{ ...chosenOf(chosen), ', "{ ...chosenOf('all'), "],
  ],
  [
    'pages/tabbar/goodsClass2',
    'goods class, second variant',
    'unit/store: the categories at the side',
    [
      'src/features/store/browse/goods-class2.tsx',
      'useList(queryProducts, chosenOf(chosen))',
      "useList(queryProducts, chosenOf('all'))",
    ],
  ],
  [
    'pages/tabbar/cart',
    'shopping cart',
    'unit/store: the cart adds up what is chosen',
    ['src/features/store/cart/shopping-cart.tsx', 'items={chosen.map(', 'items={lines.map('],
  ],
  [
    'pages/tabbar/goods',
    'shop goods',
    'unit/own-screens: a shop shows all',
    [
      'src/features/goods/list/goods-list.tsx',
      'const list = useList(shopGoodsList, search);',
      "const list = useList(shopGoodsList, { ...search, state: 'on' as const });",
    ],
  ],
  [
    'pages/tabbar/video',
    'videos',
    'unit/own-screens: videos are shown all together',
    [
      'src/features/videos/video-list.tsx',
      "...(category !== 'all' && { categoryId: category }),",
      "...(category === 'all' && { categoryId: category }),",
    ],
  ],
  [
    'pages/videoDetail',
    'a video',
    'unit/own-screens: a video says how long',
    [
      'src/features/videos/video-detail.tsx',
      "<Cell label={t('videos.length')} value={clock(length)} />",
      "<Cell label={t('videos.length')} value={clock(length + 1)} />",
    ],
  ],
  [
    'pages/goodsVideo',
    'material list',
    'unit/own-screens: the material of a good',
    [
      'src/features/videos/goods-video.tsx',
      'useList(queryVideosList, goodsId ? { goodsId } : {})',
      'useList(queryVideosList, goodsId ? {} : {})',
    ],
  ],
  [
    'pages/goodsOneVideo',
    'video play',
    'unit/own-screens: a video is followed',
    [
      'src/features/videos/play-video.tsx',
      'onNext={next && (() => go(next))}',
      'onNext={next && (() => go(previous))}',
    ],
  ],
  [
    'pages/orderDetail',
    'order detail',
    'unit/own-screens: an order of goods says',
    [
      'src/features/orders/records/order-detail.tsx',
      'note={address.address} />',
      'note={address.username} />',
    ],
  ],
  [
    'pages/platformGoods',
    'goods of the platform',
    'unit/own-screens: a good of the platform',
    [
      'src/features/goods/platform-goods.tsx',
      'takeGoods, { ids: [...ids] }',
      "takeGoods, { ids: [...ids, ''] }",
    ],
  ],
  [
    'pages/goodsClassifyList',
    'category management',
    'unit/own-screens: the categories of a shop',
    [
      'src/features/goods/categories/category-list.tsx',
      '<Shelves\n            of={items}',
      '<Shelves\n            of={items.slice(1)}',
    ],
  ],
  [
    'pages/goodsClassifyOper',
    'add category',
    'unit/shop-and-friends: a category is added',
    [
      'src/features/goods/categories/category-form.tsx',
      'toasts.show(text);\n    nav.back(goods.goodsClassifyList);',
      'toasts.show(text);\n    void nav;',
    ],
  ],
  [
    'pages/goodsDetail',
    'goods detail',
    'unit/own-screens: a good says its name',
    ['src/features/goods/detail/goods-detail.tsx', '<h2>{name}</h2>', '<h2>{name.slice(1)}</h2>'],
  ],
  [
    'pages/member/memberDetail',
    'account detail',
    'unit/own-screens: an account shows its own records',
    [
      'src/features/accounts/account-detail.tsx',
      'useList(listGrabRecords, { accountId: id })',
      'useList(listGrabRecords, {})',
    ],
  ],
  [
    'pages/member/addMember',
    'add short-video account',
    'unit/own-screens: an account that was linked',
    [
      'src/features/accounts/add-account.tsx',
      'nav.go(accounts.detail, { id }, { replace: true });',
      'nav.go(accounts.add, { id }, { replace: true });',
    ],
  ],
  [
    'pages/member/webView',
    'web view by type and url',
    'unit/web-view: a member sees whose page it is',
    [
      'src/features/web/web-view.tsx',
      'if (url) return <Site address={url} />;',
      'if (url) return <Site address="" />;',
    ],
  ],
  [
    'pages/mine/invitationRecords',
    'invitation records',
    'unit/shop-and-friends: invitation records count',
    [
      'src/features/friends/invitation-records.tsx',
      "['joined', value?.invitedThisMonth],",
      "['joined', value?.level1],",
    ],
  ],
  [
    'pages/mine/myTeam',
    'my friends',
    'unit/own-screens: friends are counted by level',
    ['src/features/friends/my-team.tsx', 'level2: value?.level2,', 'level2: value?.level1,'],
  ],
  [
    'pages/mine/revenueRecords',
    'revenue records',
    'unit/income: income has a total, months and kinds, and the newest month is chosen',
    [
      'src/features/wallet/income/revenue-records.tsx',
      'data.months.length ? <Income',
      '!data.months.length ? <Income',
    ],
  ],
  [
    'pages/mine/buynow',
    'product detail',
    'unit/store: a product is priced and bought',
    ['src/features/store/buy/buynow.tsx', 'items={[item]}', 'items={[{ ...item, quantity: 1 }]}'],
    [
      'src/features/store/buy/buynow.tsx',
      'to={{ ...item, quantity: String(count) }}',
      "to={{ ...item, quantity: '1' }}",
    ],
  ],
  [
    'pages/mine/balance',
    'balance and withdrawal',
    'unit/wallet: each total leads to the movements',
    [
      'src/features/wallet/balance.tsx',
      '<TotalRows of={data} />',
      '<TotalRows of={{ ...data, storeBalance: 0 }} />',
    ],
  ],
  [
    'pages/mine/accountManage',
    'account management',
    'unit/payout: all accounts are shown by kind',
    [
      'src/features/wallet/payout/account-manage.tsx',
      '<AccountList screen={screen}',
      '<AccountList kinds={["bank"]} screen={screen}',
    ],
  ],
  [
    'pages/mine/pointsMall',
    'points mall',
    'unit/points: the mall says what the member has',
    [
      'src/features/points/points-mall.tsx',
      'useList(queryProducts, { redeemable: only })',
      "useList(queryProducts, { redeemable: only && 'points' })",
    ],
    [
      'src/features/points/points-mall.tsx',
      '          <Balances of={mine} />\n',
      '          {!mine && <Balances of={mine} />}\n',
    ],
  ],
  [
    'pages/mine/goodsDetail',
    'goods of the mall',
    'unit/points: redeeming leads to where it is confirmed',
    [
      'src/features/points/goods-detail.tsx',
      '<Redeem item={value} held={held} />',
      "<Redeem item={{ ...value, productId: '' }} held={held} />",
    ],
  ],
  [
    'pages/mine/promotionActivity',
    'my package',
    'unit/orders: packages can be renewed',
    [
      'src/features/orders/records/promotion-activity.tsx',
      '...(serialNumber && { serialNumber }) };',
      "...(serialNumber && { serialNumber: '' }) };",
    ],
  ],
  [
    'pages/mine/rechargeScore',
    'buy cloud device',
    'unit/store: a member chooses how many machines',
    [
      'src/features/store/buy/recharge-score.tsx',
      '<Packages category="machines"',
      '<Packages category="membership"',
    ],
  ],
  [
    'pages/mine/pay',
    'payment',
    'unit/orders: paying with the balance names the amount',
    [
      'src/features/orders/pay/pay-new.tsx',
      'items, method, shownTotal: quote.total,',
      'items, method, shownTotal: quote.amount + 1,',
    ],
  ],
  [
    'pages/mine/otherPay',
    'offline remittance',
    'unit/orders: a member who recharges sees where',
    [
      'src/features/orders/pay/other-pay.tsx',
      '<Recharges of={list} />',
      '<Recharges of={{ ...list, items: [] }} />',
    ],
  ],
  [
    'pages/mine/signTask',
    'contract to be signed',
    'unit/orders: a contract is read before it is signed',
    ['src/features/orders/contracts/sign-task.tsx', '{paragraph}\n', '{paragraph.slice(1)}\n'],
  ],
  [
    'pages/mine/viewAgreement',
    'agreement',
    'unit/session: the user agreement can be read',
    ['src/features/auth/agreement.tsx', 'text: t(`agreement.texts.${name}`),', "text: t('agreement.intro'),"],
  ],
  [
    'pages/mine/addressManage',
    'addresses',
    'unit/own-screens: an address is deleted',
    [
      'src/features/addresses/address-manage.tsx',
      'onDelete={() => void remove(address)}',
      "onDelete={() => void remove({ ...address, id: '' })}",
    ],
  ],
  [
    'pages/mine/createAddress',
    'new address',
    'unit/own-screens: the form of a new address',
    [
      'src/features/addresses/create-address.tsx',
      'rules={rules} initial={{}} />',
      "rules={rules} initial={{ username: 'nobody' }} />",
    ],
  ],
  [
    'pages/mine/modifyAddress',
    'change of an address',
    'unit/shop-and-friends: an address is edited',
    [
      'src/features/addresses/modify-address.tsx',
      'before={{ area, idCard, isDefault }}',
      "before={{ area, idCard: idCard && '', isDefault }}",
    ],
  ],
  [
    'pages/mine/repurchase',
    'renewal',
    'unit/store: a member renews what they hold',
    [
      'src/features/store/buy/repurchase.tsx',
      '{ serialNumber, quantity: String(quantity) }',
      "{ quantity: '1' }",
    ],
  ],
  [
    'pages/mine/signature',
    'signature',
    'unit/own-screens: the paper to sign on',
    ['src/features/orders/contracts/signature.tsx', 'form.problems.signature ? (', 'form.problems.name ? ('],
  ],
  [
    'pages/mine/openMembership',
    'membership',
    'unit/store: a membership is bought',
    [
      'src/features/store/buy/open-membership.tsx',
      '<Packages category="membership" />',
      '<Packages category="machines" />',
    ],
  ],
  [
    'pages/mine/withDrawRecord',
    'withdrawal records',
    'unit/wallet: the record says what each withdrawal',
    [
      'src/features/wallet/withdrawal/with-draw-record.tsx',
      "filter === 'all' ? {} : { status: WithdrawalStatus[filter] }",
      "filter === 'all' ? {} : { status: WithdrawalStatus.applied }",
    ],
  ],
  [
    'pages/mine/payOrder',
    'my orders',
    'unit/orders: my orders can be narrowed',
    [
      'src/features/orders/records/pay-order.tsx',
      'useList(listOrders, { ...states[filter],',
      "useList(listOrders, { ...states[filter && 'all'],",
    ],
  ],
  [
    'pages/mine/payOrderDetail',
    'package detail',
    'unit/orders: a package shows days left',
    [
      'src/features/orders/records/pay-order-detail.tsx',
      'value={t(`orders.contract.${contract}`)}\n',
      'value=""\n',
    ],
  ],
  [
    'pages/mine/createWorkOrder',
    'add problem',
    'unit/work-orders: a question counts its characters',
    [
      'src/features/support/work-orders/create-work-order.tsx',
      '        name="description"\n',
      '        name="title"\n',
    ],
    [
      'src/features/support/work-orders/create-work-order.tsx',
      'nav.go(support.workOrderDetail, { id }, { replace: true });',
      'nav.go(support.workOrder, {}, { replace: true }); void id;',
    ],
  ],
  [
    'pages/mine/workOrder',
    'feedback',
    'unit/work-orders: the list shows what was asked',
    [
      'src/features/support/work-orders/work-order-list.tsx',
      'useList(listWorkOrders, statuses[filter]);',
      "useList(listWorkOrders, statuses[filter && 'all']);",
    ],
    [
      'src/features/support/work-orders/work-order-list.tsx',
      '</span> {order.answer}',
      '</span> {order.number}',
    ],
  ],
  [
    'pages/mine/workOrderDetail',
    'a work order',
    'unit/work-orders: an answer shows as soon',
    [
      'src/features/support/work-orders/work-order-detail.tsx',
      '  useKeepFresh(getWorkOrder, { id });\n',
      '  void useKeepFresh;\n',
    ],
    [
      'src/features/support/work-orders/work-order-detail.tsx',
      'order.status === WorkOrderStatus.processed && !order.solvedAt && (',
      'order.status === WorkOrderStatus.pending && !order.solvedAt && (',
    ],
  ],
  [
    'pages/mine/im',
    'online support',
    'unit/im: a written message is sent once, and the desk’s messages arrive without a reload',
    ['src/features/support/im/im.tsx', 'line.say(...message);', 'void message;'],
  ],
  [
    'pages/mine/paymentResult',
    'payment result',
    'unit/orders: only the server’s answer makes a paid order',
    [
      'src/features/orders/pay/payment-result.tsx',
      "if (payment?.state === OrderState.successful) return 'paid';",
      "if (payment?.state === OrderState.confirming) return 'paid';",
    ],
  ],
  [
    'pages/mine/bankList',
    'bank cards',
    'unit/payout: a bank card shows its type',
    [
      'src/features/wallet/payout/bank-list.tsx',
      "const kinds = ['bank', 'abroad']",
      "const kinds = ['alipay']",
    ],
  ],
  [
    'pages/mine/orderAddress',
    'order payment',
    'unit/orders: USDT shows the exact amount',
    ['src/features/orders/pay/usdt-payment.tsx', '<Qr text={address}', '<Qr text={payee.contract}'],
    [
      'src/features/orders/pay/usdt-payment.tsx',
      'text={usdt(payee.amount)} large',
      'text={usdt(payee.amount + 1)} large',
    ],
  ],
  [
    'pages/mine/downloadApp',
    'download the app',
    'unit/own-screens: a message confirms that the app is on the home screen, once the member has agreed',
    [
      'src/features/mine/install/download-app.tsx',
      "if (await ask()) toasts.show(t('install.added'));",
      "toasts.show(t('install.added')); void ask;",
    ],
  ],
  [
    'pages/mine/bindShop',
    'bind a shop',
    'unit/shop-and-friends: a member links a shop with its number and code; a wrong code is reported, and the input stays',
    [
      'src/features/goods/setup/bind-shop.tsx',
      'nav.go(goods.goods, {}, { replace: true });',
      'nav.go(goods.bindShop, {}, { replace: true });',
    ],
  ],
  [
    'pages/mine/setupShop',
    'set up a shop',
    'unit/shop-and-friends: a member opens a shop',
    [
      'src/features/goods/setup/setup-shop.tsx',
      '...(of && { version: of.version }),',
      '...(of && { version: of.version + 1 }),',
    ],
  ],
  [
    'pages/mine/chatGpt',
    'AI chat',
    'unit/chat-gpt: an answer grows while it is written',
    ['src/features/support/ai/chat-gpt.tsx', 'value && !isEmpty ? (', 'value && isEmpty ? ('],
  ],
  [
    'pages/mine/userInfoCenter',
    'personal information',
    'unit/own-screens: a member sees the name',
    [
      'src/features/mine/personal/user-info-center.tsx',
      "<b>{userInfo[name] ?? t('profile.none')}</b>",
      "<b>{t('profile.none')}</b>",
    ],
  ],
  [
    'pages/mine/declarationForm',
    'declaration',
    'unit/own-screens: a declaration that was rejected',
    [
      'src/features/declarations/declaration-form.tsx',
      'customerPhone: before.customerPhone,',
      "customerPhone: '',",
    ],
  ],
  [
    'pages/mine/declarationFormList',
    'declarations',
    'unit/own-screens: declarations show how',
    [
      'src/features/declarations/declaration-form-list.tsx',
      '{(declaration) => <Row of={declaration} />}',
      '{(declaration) => <Row of={{ ...declaration, status: 1 }} />}',
    ],
  ],
  [
    'pages/mine/transferScore',
    'transfer of promotion value',
    'unit/promotion: nothing is sent before',
    [
      'src/features/wallet/promotion/transfer-score.tsx',
      '<FindRecipient found={setTo} />',
      '<FindRecipient found={() => undefined} />',
    ],
  ],
  [
    'pages/mine/rechargeRecord',
    'promotion value records',
    'unit/promotion: the records say who',
    [
      'src/features/wallet/promotion/recharge-record.tsx',
      "const incoming = direction === 'in';",
      "const incoming = direction === 'out';",
    ],
  ],
  [
    'pages/mine/poster',
    'poster',
    'unit/poster: the poster that was chosen',
    [
      'src/features/friends/poster.tsx',
      'nav.link(friends.wxPoster, { design: chosen })',
      "nav.link(friends.wxPoster, { design: chosen && '' })",
    ],
    ['src/features/friends/poster.tsx', 'void copy(team.inviteCode)', 'void copy(title)'],
  ],
  [
    'pages/mine/wxPoster',
    'WeChat poster',
    'unit/poster: saving to the album',
    ['src/features/friends/wx-poster.tsx', '{platform.savePicture && (', '{!platform.savePicture && ('],
  ],
  [
    'pages/list/equList',
    'machines of a device order',
    'unit/devices: a tab shows the tasks',
    ['src/features/devices/machines.tsx', '{ state: TaskState[filter] }', '{ state: TaskState.waiting }'],
  ],
  [
    'pages/list/earnings',
    'acceleration list',
    'unit/devices: earnings are grouped by month',
    ['src/features/devices/earnings.tsx', 'money(list.head.total)', 'money(0)'],
    ['src/features/devices/earnings.tsx', 'money(totals.get(month) ?? 0)', 'money(totals.get(id) ?? 0)'],
  ],
  [
    'pages/list/materialLibrary',
    'material library',
    'unit/own-screens: the library has',
    [
      'src/features/circle/material-library.tsx',
      "useList(listPosts, { scope: 'material' as const })",
      "useList(listPosts, { scope: 'all' as const })",
    ],
  ],
  [
    'pages/list/noticeList',
    'notices',
    'unit/notices: a member sees what was announced',
    [
      'src/features/notices/notice-list.tsx',
      '{...nav.link(notices.noticeDetail, { id })}',
      '{...nav.link(notices.noticeDetail, { id: `${id}0` })}',
    ],
  ],
  [
    'pages/list/systemMsg',
    'system messages',
    'unit/notices: all are read at once',
    [
      'src/contract/support/messages.ts',
      'stale: () => [readTotal, listMessages],',
      'stale: () => [readTotal],',
    ],
  ],
  [
    'pages/list/noticeDetail',
    'a notice',
    'unit/notices: a notice is drawn element by element',
    [
      'src/features/notices/notice-detail.tsx',
      '<RichText of={body} lang={lang} />',
      '<RichText of={body.slice(1)} lang={lang} />',
    ],
  ],
  [
    'pages/list/equMyTeam',
    'cloud device orders',
    'unit/orders: cloud device orders are those',
    ['src/features/orders/records/equ-my-team.tsx', "category === 'machines'", "category !== 'machines'"],
  ],
  [
    'pages/login/login',
    'sign in',
    'unit/session: a member signs in and goes',
    ['src/features/auth/sign-in/login.tsx', '...useSignedIn(fromUrl),', '...useSignedIn(undefined),'],
  ],
  [
    'pages/login/wechatAuthorization',
    'WeChat authorization',
    'unit/session-wechat: a visitor is asked before',
    ['src/features/auth/wechat/asking.tsx', 'platform.leave(value.url);', "platform.leave('');"],
    [
      'src/features/auth/wechat/asking.tsx',
      "platform.tab.set(stateKey, new URL(value.url).searchParams.get('state') ?? undefined);",
      'platform.tab.set(stateKey, undefined);',
    ],
  ],
  [
    'pages/login/register',
    'register, with fromUrl',
    'unit/session-register: a newcomer registers',
    [
      'src/features/auth/register/register.tsx',
      "useSignedIn(fromUrl, t('register.done'))",
      "useSignedIn(undefined, t('register.done'))",
    ],
  ],
  [
    'pages/login/WeChatRegister',
    'register through WeChat',
    'unit/session-wechat: a WeChat identity gets',
    [
      'src/features/auth/wechat/register.tsx',
      'initial: { ...newAccount(platform.tab, inviteCode), ticket },',
      "initial: { ...newAccount(platform.tab, inviteCode), ticket: '' },",
    ],
  ],
  [
    'pages/login/resetPassword',
    'reset the password',
    'unit/session-register: a new password signs',
    ['src/features/auth/password/reset-password.tsx', 'session.signOut();', 'void session;'],
    [
      'src/features/auth/password/reset-password.tsx',
      'nav.go(screens.login, fromUrl',
      'nav.go(screens.register, fromUrl',
    ],
  ],
  [
    'pages/login/modifyPhone',
    'change the phone',
    'unit/session-register: a member sees the phone',
    [
      'src/features/auth/contact/modify-phone.tsx',
      'done: useContactChanged(),',
      'done() { void useContactChanged; },',
    ],
  ],
  [
    'pages/login/modifyEmail',
    'bind or modify the email',
    'unit/session-register: a member without an email address sees that, and adds one',
    ['src/features/auth/contact/modify-email.tsx', 'name="email"', 'name="phone"'],
  ],
  [
    'pages/location/chooseLocation',
    'choose a location',
    'unit/own-screens: the place where the phone is',
    [
      'src/features/location/choose-location.tsx',
      'if (place && turn === newestRequest.current) setChosen({ ...place, position });',
      "if (place && turn === newestRequest.current) setChosen({ name: '', address: '', position });",
    ],
  ],
  [
    'pages/location/openLocation',
    'open a location',
    'unit/shop-and-friends: a place shows its coordinates',
    [
      'src/features/location/open-location.tsx',
      "=== 'cn' ? ['amap', 'tencent', 'apple'] : ['google', 'apple', 'amap']",
      "!== 'cn' ? ['amap', 'tencent', 'apple'] : ['google', 'apple', 'amap']",
    ],
  ],
];

export const screens: Item[] = routes.map(([id, text, proof, ...breaks]) => ({
  section: 2,
  id,
  text,
  proof,
  breaks,
}));
