import {
  also,
  between,
  flag,
  formed,
  group,
  id,
  line,
  lines,
  listOf,
  maybe,
  oneOf,
  or,
  requestKey,
  search,
  uploaded,
  type Values,
  whole,
} from './field-values';

export type Fields = Record<string, Values>;

export const phone = formed('phone', ['13800138000', '+14155552671'], ['12345678901', '+0123']);
export const code = formed('code', ['012345'], ['12345', '1234567']);
export const email = formed('email', ['a@b.co'], ['a@b', '13800138000']);
const contact = formed('contact', ['a@b.co', '13800138000'], ['a@b', '123']);
export const knownContact = formed('contact', ['ä@b.co', '13800138000'], ['ab.co', '123']);
const username = formed('username', ['abc', 'A1b2C3'], ['ab', 'a_b']);
export const password = formed('password', ['abcdef', '123456'], ['12345', '密码123456']);
const newPassword = formed('password', ['lantern42'], ['12345']);
export const risky: Values = {
  takes: newPassword.takes,
  refuses: { ...newPassword.refuses, risky: ['123456'] },
};
export const agreed = { takes: [true], refuses: { agreement: [false, undefined, 'yes'] } };
export const inviteCode = formed(
  'wrong',
  ['ABCD', 'a1b2c3d4e5f6g7h8'],
  ['abc', 'ab-cd', 'x'.repeat(17)],
  'wrong',
);
const inviting = also({ required: [' '] }, maybe(or('', inviteCode)));
export const residentId = formed('residentId', ['11010519491231002X'], ['11010519491331002X', '1101051949']);
const idCard = maybe({
  takes: ['', '11010519491231002X'],
  refuses: { residentId: ['11010519491331002X', 7] },
});
export const name = formed('name', ['张三', 'ab'], ['a', 'Ab']);
export const picture4 = formed('picture', ['aB3d'], ['aB3', 'aB3d5', 'aB-d']);
export const money = whole(1, undefined, { below: 'notZero' });
export const atLeastNone = whole(0, undefined);
const pieces = whole(0, undefined, { below: 'min' });
export const payPassword = formed('payPassword', ['846201'], ['84620', '8462011', 'abcdef']);
export const digest = formed('wrong', ['0a'.repeat(32)], ['0a'.repeat(31), '0A'.repeat(32), 'g'.repeat(64)]);
export const proof = maybe(line(100));
export const remark = maybe(lines(300));
const area = maybe(formed('required', ['110105', '110105001'], ['11010', '1101050', '11010a']));
const payTime: Values = {
  takes: ['2026-11-17T08:00:00Z', '2026-11-17T08:00:00.000+08:00'],
  refuses: {
    required: ['', undefined],
    wrong: [
      '2026-11-17',
      '2026-11-17T08:00:00',
      '2026-13-17T08:00:00Z',
      `2026-11-17T08:00:00.${'0'.repeat(20)}Z`,
    ],
  },
};
export const couponCode = maybe(or('', { takes: ['C1', 'x'.repeat(32)], refuses: { wrong: [7] } }));
const item = group({
  productId: id,
  quantity: whole(1, 9999, { below: 'min' }),
  serialNumber: maybe(id),
});
export const items = listOf(item, 20, { least: 1 });
const written = group({
  username: line(50),
  userphone: phone,
  idCard: maybe(residentId),
  address: line(200),
});
export const buying: Fields = {
  items,
  shownTotal: whole(0, undefined, { below: 'min' }),
  address: maybe(written),
  addressId: maybe(id),
  requestKey,
};
export const category = maybe(oneOf(['machines', 'membership', 'goods']));
export const currency = maybe(oneOf(['money', 'points', 'cloudBeans']));
export const holder = also(
  { maxLength: ['x'.repeat(61)], wrong: ['a\0b'] },
  formed('holder', ['李梅', "Anne-Marie O'Neil"], ['X', '4ever', 'Li_Mei']),
);
export const cardNumber = formed(
  'card',
  ['6222021234567890', '4242424242424242'],
  ['12345678901', '4242424242424241'],
);
export const login = formed('contact', ['13800138000', 'A@b.co'], ['a@b']);
export const address = also(
  { maxLength: ['T'.repeat(201)], wrong: ['a\0b'], tronBurn: ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'] },
  formed('tron', ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'], ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T']),
);
const country = also({ maxLength: ['HKG'], wrong: ['H\0'] }, formed('wrong', ['HK'], ['hk', 'H1', '1H']));
const swift = formed('swift', ['DBSSSGSG', 'dbss sgsg xxx'], ['DBSSSGS', 'DBSSSGSGX']);
export const accountNumber = formed(
  'account',
  ['003-123567-8', '1234', '0'.repeat(34)],
  ['123', '0'.repeat(35), '12/4'],
);
export const bank: Fields = { holder, openingBank: id, openingBranch: line(60), requestKey };
export const abroad: Fields = {
  holder,
  country,
  bankName: line(70),
  swift,
  openingBranch: maybe(lines(60)),
  requestKey,
};
export const literal = (value: string) => ({ takes: [value], refuses: {} });
export const amounts = (least: number, zero: string) => ({
  takes: [least, least + 1],
  refuses: { [zero]: [0], minMoney: [1, least - 1], required: [undefined, '100'], wrong: [least + 0.5] },
});
export const applying: Fields = {
  accountId: id,
  remark,
  fee: maybe(whole(0, undefined, { absent: 'wrong' })),
  requestKey,
  proof,
};
export const registering: Fields = { username, contact, code, inviteCode: inviting, agreed, password: risky };
export const annex = maybe(listOf(uploaded('attachment'), 6, { other: 'attachment' }));
export const position = { latitude: between(-90, 90), longitude: between(-180, 180) };
export const addressOf: Fields = {
  username: line(50),
  userphone: phone,
  idCard,
  area,
  address: lines(200, 'required'),
  position: maybe(group(position)),
  isDefault: maybe(flag('wrong')),
  requestKey,
};
export const declaration: Fields = {
  customerName: line(50),
  customerPhone: phone,
  quantity: pieces,
  orderAmount: money,
  payTime,
  remark,
  attachment: listOf(uploaded('attachment'), 3, { least: 1, few: 'attachment', other: 'attachment' }),
  requestKey,
};
export const categoryId = search(64, 'wrong');
export const match = group({
  state: maybe(oneOf(['on', 'off'])),
  categoryId,
  keyword: search(60),
  except: maybe(listOf(id, 1000, { other: 'wrong' })),
  count: whole(1, undefined, { below: 'min' }),
});
export const fleetMatch = group({
  state: maybe(oneOf(['working', 'idle', 'offline', 'expiring'])),
  keyword: search(50),
  except: maybe(listOf(id, 1000, { other: 'wrong' })),
  count: whole(1, undefined, { below: 'min' }),
});
export const ids = (most: number) => listOf(id, most, { least: 1 });
export const price = whole(1, 1_000_000_00, { below: 'notZero', above: 'maxMoney' });
export const stock = whole(0, 1_000_000, { below: 'min' });

export const accountName = also(
  { maxLength: ['x'.repeat(41)], wrong: ['a\0b'] },
  formed('wrong', ['ab', '@ab', '张三.a_b-1', 'x'.repeat(30)], ['a', '@a', 'a b', 'x'.repeat(31)]),
);
export const machineId = or(null, maybe(id));
export const anyWhole: Values = {
  takes: [-1, 0, 1],
  refuses: { required: [undefined, '1'], wrong: [0.5, 2 ** 53] },
};
export const description = {
  takes: ['', 'x'.repeat(2000)],
  refuses: { required: [undefined], maxLength: ['x'.repeat(2001)] },
};
export const givenCategory = {
  takes: ['', 'x'.repeat(64)],
  refuses: { required: [undefined], wrong: ['x'.repeat(65)] },
};
export const passport = also(
  { maxLength: ['x'.repeat(21)], wrong: ['E12345\0'] },
  formed('wrong', ['E12345', 'e1234567890123456789'], ['E1234', 'E-12345']),
);
export const day: Values = {
  takes: [undefined, '2026-02-28', '2024-02-29'],
  refuses: { wrong: ['', '2026-02-29', '2026-13-01', '2026-1-1', '+002026-01-01', 'yesterday'] },
};
