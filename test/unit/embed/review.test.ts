import { Window } from 'happy-dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Options } from '../../../src/embed/api';
import { review } from '../../../src/embed/review';

/** The findings for an element with these attributes, these options, and these custom properties of its page. */
function said(attributes: Record<string, string>, options: object = {}, styles: string[] = []) {
  const { document } = new Window();
  const element = document.createElement('cloudphone-wallet') as unknown as HTMLElement;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  Object.assign(element, { computedStyleMap: () => styles.map((name) => [name, '']) });
  return review(element, options as Options, 'p_1').map(({ given }) => given);
}
const right = { partner: 'p_1' };

test('a page that sets only what there is hears nothing, whatever framework left on the element', () => {
  const attributes = {
    partner: 'p_1',
    'token-endpoint': '/x',
    class: 'wide',
    'data-v-1': '',
    _ngcontent: '',
    id: 'a',
  };
  const options = {
    ...right,
    tokenEndpoint: '/x',
    locale: 'en-GB',
    mode: 'iframe',
    loading: 'eager',
    theme: { radius: '4px' },
  };
  assert.equal(said(attributes, options, ['color', '--cp-color-primary', '--mine']), []);
});

test('an attribute, an option or a token of the look that there is none of is named', () => {
  assert.equal(said({ local: 'zh', theme: '{}' }, { ...right, localle: 'zh' }, ['--cp-color-primry']), [
    'the attribute local',
    'the attribute theme',
    'the option localle',
    '--cp-color-primry',
  ]);
});

test('a value that there is none of is named with its option', () => {
  const options = { ...right, mode: 'frame', loading: 'never', locale: 'klingon', theme: '{"radius":1}' };
  assert.equal(said({}, options), [
    'mode="frame"',
    'loading="never"',
    'locale="klingon"',
    'theme={"radius":1}, a string',
  ]);
});

test('another partner than that of the token is named, and so is none', () => {
  assert.equal(said({}, { partner: 'p_2' }), ['partner="p_2", but the token was made for p_1']);
  assert.equal(said({}), ['partner="", but the token was made for p_1']);
});

test.run();
