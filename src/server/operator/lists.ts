import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Gateway } from '../kernel/gateway';
import { textsRule } from '../kernel/texts';
import { listWords, setWords } from '../orders/dictionary';
import { addBank, listAllBanks, offerBank } from '../wallet/payout/offer-banks';
import { body, words } from './body';

const newWords = textsRule(60);
/** Without the bar between the two in the code of an added bank, and together no longer than a code may be. */
const name = (most: number) => v.pipe(words(most), v.regex(/^[^|]+$/));
const newBank = v.object({ en: name(40), zh: name(20) });

type Bank = { Params: { code: string } };
type Word = { Params: { name: string; value: string } };

/** `/operator/banks` and `/operator/dictionaries`: what members choose from, and what it is called. */
export function serveLists(desk: FastifyInstance, { db, now }: Gateway): void {
  desk.get('/banks', async () => ({ items: await listAllBanks(db.run) }));
  desk.post('/banks', async (request) => addBank(db.run, body(newBank, request), now()));
  desk.post<Bank>('/banks/:code/hide', ({ params }) => offerBank(db.run, params.code, false, now()));
  desk.post<Bank>('/banks/:code/show', ({ params }) => offerBank(db.run, params.code, true, now()));

  desk.get<Word>('/dictionaries/:name', async ({ params }) => ({
    items: await listWords(db.run, params.name),
  }));
  desk.post<Word>('/dictionaries/:name/:value', (request) =>
    setWords(db.run, request.params.name, request.params.value, body(newWords, request)),
  );
}
