import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { askAi, listAiTurns } from '../../src/contract/support/ai';
import { helpTexts } from '../../src/server/ai/help';
import { createFind } from '../../src/server/ai/search';
import { screens } from '../../src/shell/navigation/screens';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { addRows } from './support/rows';

const test = suite<{ gateway: TestGateway }>('help texts');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.after(({ gateway }) => gateway.close());
const find = createFind();

/** As members ask, and the text that answers them. */
const questions: Record<string, string[]> = {
  buy: ['How do I buy a cloud machine?', 'I want more devices', '怎么购买云机', '我想再买几台设备'],
  pay: [
    'Which payment methods are there?',
    'can I pay by credit card',
    '支持哪些支付方式',
    '订单还没付款怎么办',
  ],
  usdt: ['How do I pay with USDT?', 'wrong USDT amount sent', 'USDT 转账金额错了怎么办', 'trc20 地址在哪'],
  remittance: ['I paid by bank transfer, where do I upload the voucher?', '汇款凭证在哪里上传', '对公转账'],
  withdraw: [
    'How do I withdraw money?',
    'what is the minimum withdrawal',
    'when will my cash out arrive',
    '怎么提现',
    '提现多久到账',
    '提现手续费是多少',
  ],
  'withdraw-status': [
    'Why was my withdrawal rejected?',
    'how to revoke a withdrawal',
    '提现被驳回了',
    '怎么撤销提现',
  ],
  cards: ['How do I add a bank card?', 'delete my bank card', '怎么添加银行卡', '开户行怎么填'],
  income: ['Where do I see my earnings?', 'when is rent settled', '租金什么时候结算', '我的收益在哪里看'],
  promotion: ['send promotion value to a friend', '推广值怎么转给别人'],
  'frozen-points': ['why are my points frozen', '云豆为什么冻结了'],
  contract: ['signing the contract failed', '合同签署失败', '身份证信息不对签不了合同'],
  password: ['I forgot my password', '忘记密码了', '账号被锁定了怎么办'],
  contact: ['change my phone number', '怎么换绑手机号'],
  devices: ['my machine is offline', '设备离线了'],
  problem: ['I want to report a bug', '怎么提交工单'],
  person: ['talk to a human', '我要找人工客服'],
  language: ['switch to Chinese', '怎么切换成英文'],
};

for (const [id, all] of Object.entries(questions))
  for (const question of all)
    test(`"${question}" is answered by ${id}`, () => {
      const found = find(question, 'en').map((text) => text.id);
      assert.ok(found.includes(id), `${found}`);
      if (found[0] !== id) assert.is(found[1], id, `${found}`);
    });

for (const question of [
  'What is the capital of France?',
  'Write me a poem about cats',
  '今天天气怎么样',
  '讲个笑话',
  '???',
])
  test(`"${question}" is answered by none`, () => assert.equal(find(question, 'en'), []));

test('both languages have the same texts, and lead to screens that there are', () => {
  const shape = (locale: 'en' | 'zh') => helpTexts(locale).map(({ id, screen }) => ({ id, screen }));
  assert.equal(shape('en'), shape('zh'));
  const paths = screens.map(({ path }) => path);
  for (const { screen } of helpTexts('en')) if (screen) assert.ok(paths.includes(screen), screen);
});

test('without a model a member is answered from the help texts, in the language of the app, and told so', async ({
  gateway,
}) => {
  const as = await gateway.signIn((await addMember(gateway)).id);
  const { body } = await gateway.send(
    askAi,
    { text: '怎么提现', requestKey: randomUUID() },
    { ...as, locale: 'zh_CN' },
  );
  assert.equal([body.source, body.state, body.answer], ['help', 'done', '']);
  assert.is(body.help[0].title, '提现');
  assert.not('ask' in body.help[0]);
  const { items, source } = (await gateway.send(listAiTurns, {}, as)).body;
  assert.is(source, 'help');
  assert.is(items[0].help[0].title, 'Withdrawing money');
  const none = await gateway.send(askAi, { text: 'Who won the cup?', requestKey: randomUUID() }, as);
  assert.equal([none.body.help, none.body.state], [[], 'done']);
});

test('a member still reads an earlier answer, without the help text that an update removed', async ({
  gateway,
}) => {
  const { id: member } = await addMember(gateway);
  const help = JSON.stringify(['removed-since', 'withdraw']);
  await addRows(gateway, 'ai_turn', [{ member, question: 'Cash?', source: 'help', state: 'done', help }]);
  const { code, body } = await gateway.send(listAiTurns, {}, await gateway.signIn(member));
  assert.is(code, '1');
  assert.equal(
    body.items[0].help.map(({ id }: { id: string }) => id),
    ['withdraw'],
  );
});

test.run();
