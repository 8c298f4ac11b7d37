import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { GenericSchema } from 'valibot';
import { remit } from '../../../src/contract/buying/payments.rules';
import { login, register } from '../../../src/contract/member/auth.rules';
import { addDeclaration } from '../../../src/contract/member/declarations.rules';
import { modifyInfo } from '../../../src/contract/member/profile.rules';
import { accountNumber, swift } from '../../../src/contract/rules/bank-account';
import * as rules from '../../../src/contract/rules/fields';
import { tronAddress } from '../../../src/contract/rules/tron';
import { check } from '../../../src/contract/wire/check';

const requestKey = '7b1c1c1e-3a0e-4f5e-9b0a-6f1f6f0a1d11';

/** The problem that a value has, by name; nothing when it is accepted. */
const problem = (rule: GenericSchema, value: unknown) =>
  check(rules.fields({ value: rule }), { value })?.value?.rule;

interface Vectors {
  rule: GenericSchema;
  valid: unknown[];
  invalid: Record<string, unknown[]>;
}

const table: Record<string, Vectors> = {
  'a mobile number has 11 digits, starts with 1, and goes on with 3 to 9': {
    rule: rules.phone,
    valid: ['13800138000', '19912345678', ' 13800138000 '],
    invalid: {
      phone: ['12345678901', '10800138000', '1380013800', '138001380000', '１３８００１３８０００'],
      required: ['', '  ', undefined],
    },
  },
  'an international number has + and up to 15 digits': {
    rule: rules.phone,
    valid: ['+14155552671', '+442071838750', '+85291234567', '13800138000'],
    invalid: { phone: ['+0123', '4155552671', '+1234567890123456'] }, // 14155552671 is a mainland mobile
  },
  'a contact is a phone or an e-mail': {
    rule: rules.contact,
    valid: [
      '13800138000',
      '+85291234567',
      'a@b.co',
      "A.b+c_d!#$%&'*/=?^`{|}~-@X-y.1a.example",
      'a@xn--fsqu00a.xn--fiqs8s',
    ],
    invalid: {
      contact: [
        '12345678901',
        'a@b',
        '@b.co',
        'a b@c.de',
        'a@.co',
        '.a@b.co',
        'a.@b.co',
        'a..b@c.de',
        'a@b..co',
        'ä@b.co',
        'a@例子.中国',
        'mi\u212ae@b.co',
        '"x"@b.co',
        'a<b@c.de>',
        '(c)a@b.co',
        'a,b@c.de',
        'g:a@b.co;',
        'a@-b.co',
        'a@b-.co',
        'a@[127.0.0.1]',
        'a@127.0.0.1',
        `${'x'.repeat(65)}@b.co`,
        `a@${'b.'.repeat(126)}co`,
      ],
    },
  },
  'the contact of an account may be one from before that rule': {
    rule: rules.knownContact,
    valid: ['13800138000', 'a@b.co', 'ä.b+c@例子.中国'],
    invalid: { contact: ['12345678901', '@b.co', 'a b@c.de', 'ab.co'] },
  },
  'a name has 2 to 50 characters, Chinese or lowercase letters': {
    rule: rules.name,
    valid: ['张三', 'ab', '张三a', 'a'.repeat(50)],
    invalid: { name: ['a', 'Ab', 'a'.repeat(51), '欧阳·娜', '𠮷野'] },
  },
  'a username has 3 to 18 letters or digits': {
    rule: rules.username,
    valid: ['abc', '123', 'A1b2C3', 'x'.repeat(18)],
    invalid: { username: ['ab', 'x'.repeat(19), 'a_b', '张三丰'] },
  },
  'a password has 6 to 18 characters and no Chinese': {
    rule: rules.password,
    valid: ['abcdef', '123456', ' spaced '],
    invalid: { password: ['12345', 'x'.repeat(19), '密码123456'], required: ['', undefined] },
  },
  'a new password is not 123456 or its kind': {
    rule: rules.newPassword,
    valid: ['lantern42', 'cloud2026', '13579z'],
    invalid: {
      risky: [
        '123456',
        '1234567',
        '654321',
        '111111',
        'aaaaaaa',
        'abcdef',
        '123123',
        'abcabc',
        'Password',
        'qwerty',
      ],
    },
  },
  'a resident ID has 15 or 18 digits and a real date': {
    rule: rules.residentId,
    valid: [
      '11010519491231002X',
      '11010519491231002x',
      '440524188001010014',
      '110105200002290013',
      '11010520240229002X',
      '130503670401001',
      '110105194912310021', // a wrong checksum is a warning only
    ],
    invalid: {
      residentId: [
        '11010519491331002X',
        '11010519490229002X',
        '110105190002290017',
        '110105202302290022',
        '130503670431001',
        '130503670229001',
        '11010519491231002',
        '１１０105194912310021',
        '01010519491231002X',
      ],
    },
  },
  'a bank card has 12 to 19 digits, however they are grouped': {
    rule: rules.cardNumber,
    valid: ['6200000000000005', '6228 4804 0256 4890 018', '6217-0000-0000-0000-001', '123456789012'],
    invalid: { card: ['12345678901', '12345678901234567890', '6200 0000 0000 000a'] },
  },
  'an account abroad has an IBAN whose check digits are right, or a number of its bank’s own': {
    rule: accountNumber,
    valid: [
      'GB29 NWBK 6016 1331 9268 19',
      'de89370400440532013000',
      'FR14 2004 1010 0505 0001 3M02 606',
      'NO93 8601 1117 947',
      'MT84MALT011000012345MTLCAST001S',
      '003-123567-8',
    ],
    invalid: {
      iban: ['GB29NWBK60161331926818', 'DE8937040044053201300', 'NL91ABNA0417164301'],
      account: ['123', '0'.repeat(35), '12/34/56'],
      required: ['', ' - . '],
    },
  },
  'a SWIFT code has 8 or 11 characters': {
    rule: swift,
    valid: ['DEUTDEFF', 'dbss sgsg xxx', 'HSBCHKHHHKH'],
    invalid: { swift: ['DEUTDEF', 'DEUTDEFF5', '1EUTDEFF', 'DEUT-DE-FF'] },
  },
  'a TRON address passes its checksum and is somebody’s': {
    rule: tronAddress,
    valid: [
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      'TQHgMpVzWkhSsRB4BzZgmV8uW4cFL8eaBr',
      'TJmmqjb1DK9TTZbQXzRQ2AuA94z4gKAPFh',
    ],
    invalid: {
      tron: [
        'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T',
        'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6',
        'tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t',
        '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
        '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
        'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj60',
      ],
      tronBurn: ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
    },
  },
  'a withdrawal is not 0, not below ¥100, not above the balance': {
    rule: rules.withdrawal(500_00),
    valid: [100_00, 500_00],
    invalid: {
      notZero: [0],
      minMoney: [1, 99_99],
      maxMoney: [500_01],
      required: [undefined, '100'],
      wrong: [100.5],
    },
  },
  'the store balance is cashed out from ¥50': {
    rule: rules.storeWithdrawal(80_00),
    valid: [50_00, 80_00],
    invalid: { minMoney: [0, 49_99], maxMoney: [80_01] },
  },
  'a remark has up to 300 characters': {
    rule: rules.remark,
    valid: ['', 'x'.repeat(300)],
    invalid: { maxLength: ['x'.repeat(301)] },
  },
  'a question is not empty': {
    rule: rules.question,
    valid: ['why?'],
    invalid: { question: ['', '   '], maxLength: ['x'.repeat(301)] },
  },
  'a quantity is not below 0': { rule: rules.quantity, valid: [0, 1], invalid: { min: [-1], wrong: [1.5] } },
  'nobody redeems more than is in stock': {
    rule: rules.redeemable(3),
    valid: [1, 3],
    invalid: { max: [4], min: [0] },
  },
  'a verification code has six digits': {
    rule: rules.verificationCode,
    valid: ['012345'],
    invalid: { code: ['12345', '1234567', 'abcdef'], required: [''] },
  },
  'the agreement has to be accepted': {
    rule: rules.agreed,
    valid: [true],
    invalid: { agreement: [false, 'yes'] },
  },
};

for (const [sentence, { rule, valid, invalid }] of Object.entries(table)) {
  test(sentence, () => {
    for (const value of valid) assert.is(problem(rule, value), undefined, `${value} is accepted`);
    for (const [name, values] of Object.entries(invalid)) {
      for (const value of values) assert.is(problem(rule, value), name, `${value} is refused as ${name}`);
    }
  });
}

test('a missing voucher, attachment or avatar is named as such', () => {
  const remittance = check(remit, { amount: 1, phone: '13800138000', requestKey });
  assert.equal(remittance, { voucher: { rule: 'required' } });
  assert.is(problem(rules.picture('voucher'), ''), 'voucher');
  assert.is(problem(rules.picture('attachment'), 'x.png'), 'attachment');
  assert.equal(check(modifyInfo, { avatar: '', requestKey }), { avatar: { rule: 'avatar' } });
});

test('a declaration needs a customer, a phone, an amount that is not 0 and an attachment', () => {
  const found = check(addDeclaration, {
    customerName: '',
    customerPhone: '1',
    quantity: -1,
    orderAmount: 0,
    payTime: '2026-11-17T08:00:00Z',
    attachment: [],
    requestKey,
  });
  assert.equal(Object.fromEntries(Object.entries(found!).map(([field, one]) => [field, one!.rule])), {
    customerName: 'required',
    customerPhone: 'phone',
    quantity: 'min',
    orderAmount: 'notZero',
    attachment: 'attachment',
  });
});

test('the checksum of a resident ID is a warning of its own', () => {
  assert.ok(rules.hasResidentIdChecksum('11010519491231002X'));
  assert.ok(rules.hasResidentIdChecksum('11010519491231002x'));
  assert.not(rules.hasResidentIdChecksum('110105194912310021'));
  assert.ok(rules.hasResidentIdChecksum('110105491231002'), 'the short ID has none');
});

test('the Luhn digit is a hint', () => {
  for (const digits of ['6200000000000005', '6200000000000047', '6205500000000000004', '79927398713']) {
    assert.ok(rules.hasLuhn(digits), digits);
  }
  for (const digits of ['4242424242424241', '6217000000000000001']) assert.not(rules.hasLuhn(digits), digits);
});

test('the two passwords must be the same, which is reported even while other fields are wrong', () => {
  const found = check(register, { username: '', password: 'lantern42', confirm: 'lantern43' });
  assert.is(found?.confirm?.rule, 'mismatch');
  assert.is(found?.username?.rule, 'required');
});

test('signing in accepts a password that could not be chosen any more', () => {
  assert.is(check(login, { account: 'demo', password: '123456', agreed: true }), undefined);
});

test('no rule throws, whatever it is given', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      for (const { rule } of Object.values(table)) problem(rule, value);
    }),
  );
});

test.run();
