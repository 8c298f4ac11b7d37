import type { RequestContext } from '../kernel/context';
import { type MessageName, translate } from '../kernel/messages';
import { contractText } from '../orders/contract';
import { ownPurchase } from '../orders/own';
import type { ChallengeDescription } from './describe-challenge';

/** The input of the call that signs a contract, without the number of the document. */
export interface SigningData {
  orderNo: string;
  name: string;
  idType: 'residentId' | 'passport';
}

const numberNames: Record<SigningData['idType'], MessageName> = {
  residentId: 'secureNumber_residentId',
  passport: 'secureNumber_passport',
};

/** The contract that is signed, by whom, and the number that they type. */
export async function describeSigning(
  { orderNo, name, idType }: SigningData,
  ctx: RequestContext,
): Promise<ChallengeDescription> {
  const word = (key: MessageName) => translate(ctx.locale, key);
  const { db, locale, member } = ctx;
  const { title } = await contractText(db.run, await ownPurchase(db.run, member, orderNo), locale);
  return {
    title: word('secureSign'),
    button: word('secureSignNow'),
    lines: [
      [word('secureContract'), title],
      [word('secureOrder'), orderNo],
      [word('secureSigner'), name],
    ],
    number: { label: word(numberNames[idType]), needed: true },
  };
}
