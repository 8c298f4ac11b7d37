import { readFileSync } from 'node:fs';
import { textOptions, textsFrom } from '../texts.mjs';
import { get, post, seg } from './request.mjs';

// Goods and videos for members' shops.

/** @import { Command } from './request.mjs' */

/** @type {Record<string, Command>} */
export const supply = {
  'supply list': ['', "what members' shops may take in", () => get('supply')],
  'supply put': [
    '<file.json>',
    'supply a good, or change one: id? category {id,en,zh,…} name description {en,zh,…} supplyPrice suggestedPrice (fen) stock picture?',
    ([file = '']) => post('supply', JSON.parse(readFileSync(file, 'utf8'))),
  ],
  'supply picture': [
    '<id> <file>',
    'a photograph of it',
    ([id, file = '']) => ({
      path: `supply/${seg(id)}/picture`,
      file: readFileSync(file),
      type: 'application/octet-stream',
    }),
  ],
  'supply withdraw': ['<id>', 'no shop sells it any more', ([id]) => post(`supply/${seg(id)}/withdraw`)],
  'video add': [
    '<file.mp4>',
    'a video for shops',
    ([file = ''], { goods, ...flags }) => ({
      path: `videos?${new URLSearchParams({ ...textsFrom(flags), ...(goods && { goods }) })}`,
      file: readFileSync(file),
      type: 'video/mp4',
    }),
    {
      options: {
        ...textOptions('its title', { required: ['en', 'zh'] }),
        '--goods <id>': 'what it shows',
      },
    },
  ],
};
