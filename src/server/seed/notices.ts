import type { Tx } from '../db/database';
import type { MemberMessage } from '../notices/notify-member';
import { writeNotice } from '../notices/publish';
import { insertAll } from './bulk';
import { demo, democn, lee, newbie } from './members';
import otherTexts from './notice-texts.json';

const hour = 3_600_000;

/** Oldest first, with their age in hours. The first one required confirmation, and was confirmed. */
const published: [hoursAgo: number, en: [title: string, html: string], zh: [title: string, html: string]][] =
  [
    [
      240,
      [
        'How withdrawals are processed',
        '<p>From this month on, <strong>withdrawals are processed before 24:00 of the next day</strong>, but not on weekends and holidays: those of Saturday and Sunday follow on Monday.</p><h3>What you need to do</h3><ul><li>Check that your <a href="#/pages/mine/accountManage">payout account</a> is in your own name.</li><li>Withdraw 100 yuan or more at a time.</li></ul><p>Please confirm that you have read this.</p>',
      ],
      [
        '提现处理时间说明',
        '<p>自本月起，<strong>提现申请将于次日 24:00 前处理</strong>，周末及节假日除外：周六、周日的申请顺延至周一。</p><h3>您需要做什么</h3><ul><li>请确认<a href="#/pages/mine/accountManage">收款账户</a>为本人所有。</li><li>单次提现不少于 100 元。</li></ul><p>请确认您已阅读本公告。</p>',
      ],
    ],
    [
      150,
      [
        'Maintenance on Wednesday night',
        '<p>The cloud phones are moved to new hardware on <em>Wednesday from 02:00 to 04:00</em>. Tasks pause by themselves and go on afterwards; rent is not affected.</p>',
      ],
      [
        '周三凌晨系统维护',
        '<p>云手机将于<em>周三 02:00 至 04:00</em> 迁移至新机房。任务会自动暂停并在维护后恢复，租金不受影响。</p>',
      ],
    ],
    [
      70,
      [
        'Points and cloud beans: what you get',
        '<p>Besides rent, each cloud phone brings points and cloud beans for every day it is online. In 30 days:</p><table><thead><tr><th>Cloud phones</th><th>Points</th><th>Cloud beans</th></tr></thead><tbody><tr><td>1</td><td>60</td><td>30</td></tr><tr><td>10</td><td>600</td><td>300</td></tr><tr><td>100</td><td>6,000</td><td>3,000</td></tr></tbody></table><p>You can spend them in the <a href="#/pages/mine/pointsMall">points mall</a>.</p>',
      ],
      [
        '积分与云豆说明',
        '<p>除租金外，云手机每在线一天还可获得积分和云豆。30 天合计：</p><table><thead><tr><th>云手机（台）</th><th>积分</th><th>云豆</th></tr></thead><tbody><tr><td>1</td><td>60</td><td>30</td></tr><tr><td>10</td><td>600</td><td>300</td></tr><tr><td>100</td><td>6,000</td><td>3,000</td></tr></tbody></table><p>可在<a href="#/pages/mine/pointsMall">积分商城</a>使用。</p>',
      ],
    ],
    [
      6,
      [
        'Beware of fake support',
        '<p>Nobody from Cloudphone ever asks for your password or a verification code, neither in a chat nor by phone.</p><blockquote>If in doubt, write to us in the app first.</blockquote>',
      ],
      [
        '谨防冒充客服',
        '<p>Cloudphone 工作人员绝不会以任何方式索要您的密码或验证码。</p><blockquote>如有疑问，请先在应用内联系我们。</blockquote>',
      ],
    ],
  ];

/** System messages of the demo members: their age in hours, and whether they were read. */
const messages: [member: string, hoursAgo: number, read: boolean, message: MemberMessage][] = [
  [demo, 2200, true, { kind: 'text', values: { text: 'Welcome to Cloudphone, and thank you for joining.' } }],
  [
    demo,
    255,
    true,
    {
      kind: 'orderShipped',
      values: { orderNo: 'C20260007DEMO', shipment: 'SingPost RR123456789SG' },
      link: 'pages/orderDetail?orderNo=C20260007DEMO',
    },
  ],
  [
    demo,
    94,
    true,
    {
      kind: 'orderPaid',
      values: { orderNo: 'C20260005DEMO' },
      link: 'pages/orderDetail?orderNo=C20260005DEMO',
    },
  ],
  [
    demo,
    30,
    false,
    {
      kind: 'orderPaid',
      values: { orderNo: 'C20260003DEMO' },
      link: 'pages/orderDetail?orderNo=C20260003DEMO',
    },
  ],
  [
    demo,
    3,
    false,
    {
      kind: 'text',
      values: { text: 'Your team grew by two members this week. Have a look at what they started with.' },
    },
  ],
  [
    newbie,
    72,
    false,
    {
      kind: 'firstCoupon',
      values: { code: 'FIRSTDEMO', amount: 10_00, minimum: 50_00, days: 30 },
      link: 'pages/mine/rechargeScore',
    },
  ],
  [democn, 1900, true, { kind: 'text', values: { text: '欢迎加入 Cloudphone。' } }],
  [
    democn,
    90,
    false,
    {
      kind: 'orderPaid',
      values: { orderNo: 'C20260010DEMO' },
      link: 'pages/orderDetail?orderNo=C20260010DEMO',
    },
  ],
];

export async function seedNotices(tx: Tx, now: number): Promise<void> {
  for (const [at, [hoursAgo, en, zh]] of published.entries()) {
    const texts = { en: { title: en[0], html: en[1] }, zh: { title: zh[0], html: zh[1] }, ...otherTexts[at] };
    await writeNotice(tx, { id: `notice-demo-${at + 1}`, texts, confirm: at === 0 }, now - hoursAgo * hour);
  }
  await insertAll(
    tx,
    'notice_confirmed',
    [demo, democn, lee, newbie].map((member) => ({
      member,
      notice: 'notice-demo-1',
      at: new Date(now - 200 * hour),
    })),
  );
  await insertAll(
    tx,
    'system_message',
    messages.map(([member, hoursAgo, read, { kind, values, link = null }], at) => ({
      id: `message-demo-${at + 1}`,
      member,
      kind,
      told: JSON.stringify(values),
      link,
      at: new Date(now - hoursAgo * hour),
      read_at: read ? new Date(now - (hoursAgo - 1) * hour) : null,
    })),
  );
}
