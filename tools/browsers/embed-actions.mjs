/** @import * as acts from './in-page-acts.mjs' */

/**
 * A step: a function of `in-page-acts.mjs` and its arguments. `secure`: confirms in our own document, after the `number` of an identity
 * document if there is one. `page`: in the partner's page instead of the embed. `opened`: in the window that the embed has opened, at this
 * path of the gateway.
 * @typedef {[act: keyof typeof acts, ...args: (string | number)[]]} Act
 * @typedef {Act | { secure: string, number?: string } | { page: Act } | { opened: string, act: Act }} Step
 */

const unique = () => Math.random().toString(36).slice(2, 8);
/** A white picture of 2 × 2 px. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP8DwYMDAxQGgA/+Qf55JWs2wAAAABJRU5ErkJggg==';

/** A provider's page, in a window of its own, of which the page around the embed hears nothing. @type {Step[]} */
const payAtProvider = [
  ['press', '/^Card/'],
  ['press', '/^Pay [¥0-9]/'],
  ['press', '/^Pay [¥0-9]/', 'dialog'],
  { opened: '/dev/pay/', act: ['press', '/^Pay/'] },
  ['sees', 'Payment successful'],
];

/** Reads the contract of what was just paid, and signs it. @type {Step[]} */
const sign = [
  ['press', 'Sign the contract'],
  ['press', 'Sign the contract', '[data-screen="pages/mine/signTask"]'],
  ['press', 'Passport'],
  ['type', '[name=name]', 'Dana Demo'],
  ['draw', 'canvas'],
  ['press', 'Sign contract'],
  { secure: 'the contract', number: 'E12345678' },
  ['sees', 'Signed', '[data-screen="pages/mine/signTask"]'],
];

/** @type {Step[]} */
const payFromBalance = [
  ['press', '/^Balance/'],
  ['press', '/^Pay [¥0-9]/'],
  { secure: 'the payment' },
  ['sees', 'Payment successful'],
];

/**
 * The main action of each feature, and what else it does after a comma, by the words that a member reads: the counterpart of `test/journeys/support/embed-actions.ts` for engines
 * that Playwright does not drive. The last step of each sees the result, which the gateway has answered.
 * @type {Record<string, () => Step[]>}
 */
export const embedActions = {
  wallet: () => [
    ['press', 'Withdraw'],
    ['type', '[name=amount]', '110'],
    ['sees', 'Expected by.*, \\d\\d:\\d\\d'],
    ['press', '/^Withdraw · ¥/'],
    ['press', 'Withdraw ¥110.00'],
    { secure: 'the withdrawal' },
    ['sees', '110\\.00', '[data-screen="pages/mine/withDrawRecord"]'],
  ],
  'work-orders': () => {
    const title = `Slow machine ${unique()}`;
    return [
      ['press', 'Add problem'],
      ['type', '[name=title]', title],
      ['type', '[name=description]', 'Since this morning.'],
      ['press', 'Submit'],
      ['sees', 'Pending', '[aria-current=step]'],
    ];
  },
  notices: () => [
    ['pressFirst', 'li a'],
    ['counts', 'article', 1],
  ],
  screen: () => [
    ['pressFirst', 'li a'],
    ['touchPhone', '[data-screen="pages/list/screen"]'],
  ],
  devices: () => [['press', 'Buy cloud device'], ['press', 'Buy now'], ...payFromBalance, ...sign],
  orders: () => [['press', '/^Unpaid/'], ['press', '/^Pay ¥/'], ...payFromBalance],
  'orders, provider': () => [['press', '/^Unpaid/'], ['press', '/^Pay ¥/'], ...payAtProvider],
  points: () => [
    ['press', '/Phone stand/'],
    ['press', 'Redeem now'],
    ['press', 'Add a shipping address'],
    ['press', 'Add address'],
    ['type', '[name=username]', 'Dana Lee'],
    ['type', '[name=userphone]', '13800138000'],
    ['type', '[name=address]', '12 Harbour Street, door 4'],
    ['press', 'Save address'],
    ['sees', 'D•••ee'],
    ['press', 'Continue'],
    ['press', '/^Pay /'],
    { secure: 'the payment' },
    ['sees', 'Payment successful'],
  ],
  chat: () => {
    const text = `Is anybody there ${unique()}`;
    return [
      ['type', 'textarea,[role=textbox]', text],
      ['press', 'Send'],
      ['sees', text, '[role=log]'],
    ];
  },
  accounts: () => {
    const account = `dana_${unique()}`;
    return [
      ['press', 'Link account'],
      ['type', '[name=account]', account],
      ['type', '[name=nickname]', 'Dana'],
      ['press', 'Link account'],
      ['sees', account, '[data-screen="pages/member/memberDetail"]'],
    ];
  },
  logs: () => [['sees', 'No logs yet|\\d']],
  feed: () => {
    const text = `Good morning ${unique()}`;
    return [
      ['press', 'New post'],
      ['type', '[name=text]', text],
      ['press', 'Post'],
      ['sees', text, 'article'],
    ];
  },
  shop: () => [
    ['press', 'Set up shop'],
    ['type', '[name=name]', 'Dana’s'],
    ['press', 'Open shop'],
    ['press', 'Add products'],
    ['press', '/^Add to shop/'],
    ['sees', 'In your shop', 'article'],
    ['press', 'Back'],
    ['pressFirst', 'li a'],
    ['press', 'List'],
    ['press', 'List', 'dialog'],
    ['sees', 'Unlist'],
  ],
  promotion: () => [{ page: ['navigate', '/pages/mine/poster'] }, ['counts', '[role=img]', 3]],
  invitation: () => [
    ['press', 'Invite friends'],
    ['counts', '[role=img]', 3],
    ['press', 'Save'],
  ],
  declarations: () => [
    ['press', '/Report an order/'],
    ['type', '[name=customerName]', 'demo'],
    ['sees', 'Registered'],
    ['type', '[name=customerPhone]', '13800138000'],
    ['type', '[name=orderAmount]', '99'],
    ['type', '[name=payTime]', '2024-11-20T16:40'],
    ['choosePicture', picture],
    ['press', 'Submit'],
    ['sees', '¥99\\.00', '[data-screen="pages/mine/declarationFormList"]'],
  ],
};
