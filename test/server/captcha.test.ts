// @rarely: an attacker’s model reads hundreds of pictures; register.test.ts has what a wrong reading does

import { randomInt } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bend, captchaAlphabet, captchaPicture, charactersOf } from '../../src/server/auth/captcha-picture';
import { readBySolver } from './support/picture-solver';

/** Reading one takes the solver a second: `npm run soak` tries enough to say how many it reads, and here it is only tried. */
const pictures = Math.min(200, Math.ceil(Number(process.env.OPERATIONS ?? 300) / 100));
const text = () =>
  Array.from({ length: 4 }, () => captchaAlphabet[randomInt(captchaAlphabet.length)]).join('');

test('a random code holds no lines to be read, and is another picture each time', async () => {
  const [one, same] = [await captchaPicture('ACEF'), await captchaPicture('ACEF')];
  assert.match(one, /^data:image\/png;base64,/);
  assert.is.not(one, same);
  assert.ok(one.length < 8000, `${one.length} characters`);
});

test('every stroke of every character is in the picture', () => {
  for (let nth = 0; nth < 500; nth++) {
    const all = charactersOf(text(), bend()).flat();
    assert.ok(Math.min(...all.flat()) >= 4.9);
    assert.ok(Math.max(...all.map(([x]) => x)) <= 251.1);
    assert.ok(Math.max(...all.map(([, y]) => y)) <= 91.1);
  }
});

test(`a script that knows our alphabet, strokes and places misreads most of ${pictures} pictures`, async () => {
  let [whole, characters] = [0, 0];
  for (let nth = 0; nth < pictures; nth++) {
    const right = text();
    const read = await readBySolver(await captchaPicture(right));
    whole += Number(read === right);
    characters += [...right].filter((one, at) => read[at] === one).length;
  }
  const said = `${whole} of ${pictures} pictures, ${characters} of ${pictures * 4} characters`;
  if (process.env.OPERATIONS) console.log(said);
  // blind guessing reads one character in 21: a solver that does no better would be no measure of anything
  assert.ok(characters > pictures * 4 * 0.15, `the solver is broken: ${said}`);
  if (pictures >= 40) assert.ok(whole <= pictures * 0.5, said);
});

test.run();
