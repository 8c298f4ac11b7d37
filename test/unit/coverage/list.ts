import { nameOf, stampOf } from './proved';
import { items, proofOf } from './table';

/** The breaks that `npm run coverage -- prove` tries, as JSON. */
console.log(
  JSON.stringify(
    items.map((item) => {
      const proof = proofOf(item);
      const { section, breaks } = item;
      if (typeof proof === 'string') return { name: nameOf(item), section, breaks, wrong: proof };
      const { file, title, piece } = proof;
      return { name: nameOf(item), section, breaks, file, title, stamp: stampOf(item, piece) };
    }),
  ),
);
