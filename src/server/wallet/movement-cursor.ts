import { DomainError } from '../kernel/domain-error';
import { cursor, readTimeAndId } from '../kernel/pagination';

/** The position of a movement in a list of several accounts. */
interface Place {
  at: Date;
  seq: number;
  kind: string;
}

/** The cursor of a page that ends with this movement. */
export const placeOf = ({ at, seq, kind }: Place) => cursor(at.getTime(), `${seq}:${kind}`);

export function readPlace(from: string): Place {
  const { at, id } = readTimeAndId(from);
  const [, seq, kind] = /^(\d{1,15}):(\w+)$/.exec(id) ?? [];
  if (kind === undefined) throw new DomainError('invalid', {}, { problems: { from: { rule: 'wrong' } } });
  return { at, seq: Number(seq), kind };
}
