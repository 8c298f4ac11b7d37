import md5 from 'blueimp-md5';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { serializeEnvelope, signedText } from '../../../src/contract/wire/envelope';

const uuids = ['3f0c8a52-6d1e-4b7f-9a64-2c5e8d91b0a7', 'a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d'] as const;
const anonymous = { uuid: uuids[0], appid: 'h5', authToken: '', timestamp: 1767225600000 };
const member = { uuid: uuids[1], appid: 'h5', authToken: 'tok_7Qm2', timestamp: 1767225600000 };
const order = { customerName: '张三', orderAmount: '50000.00', remark: '加急 🚀 ¥100' };
const upload = { field: 'imageFile', name: 'voucher.jpg', size: 3, md5: 'd718f4d374abcade9c50585aeee2f713' };

const vectors = [
  [
    'an empty call',
    '9f2d7c5b1e8a4f60',
    serializeEnvelope(anonymous, {}),
    131,
    '8fe98f9491beeea28df9bf8a40db8857',
  ],
  [
    'Chinese, an emoji and a yen sign',
    '9f2d7c5b1e8a4f60',
    serializeEnvelope(member, order),
    216,
    '3f2b9b9bf14a0101e846760355f64e32',
  ],
  [
    'characters that JSON escapes',
    '9f2d7c5b1e8a4f60',
    serializeEnvelope(member, { s: '" \\ \b \f \n \r \t \u0000 \u001f' }),
    179,
    '0aa43afc00f950e12c81b507d5b9281a',
  ],
  [
    'an upload',
    '9f2d7c5b1e8a4f60',
    serializeEnvelope(member, upload),
    229,
    'f74fd84f9336a5fabc7c867c9c59c0d9',
  ],
  [
    'a secret that is not ASCII',
    '密钥🔑',
    serializeEnvelope(anonymous, {}),
    131,
    '04d276a286574b38e2cace3d966afad8',
  ],
] as const;

for (const [what, secret, text, bytes, token] of vectors) {
  test(`the phone signs ${what} to the byte`, () => {
    assert.is(new TextEncoder().encode(text).length, bytes);
    assert.is(md5(signedText(secret, text)), token);
  });
}

test('the same call written in another way has another signature', () => {
  const pretty = JSON.stringify(JSON.parse(serializeEnvelope(member, order)), null, 2);
  assert.is(md5(signedText('9f2d7c5b1e8a4f60', pretty)), '828eb6afff855d2f650759bb8dc2c07e');
});

test.run();
