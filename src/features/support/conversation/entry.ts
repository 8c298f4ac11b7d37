import type { MessageLog } from '../im/im-conversation';
import type { Unsent } from './unsent';

/** A message as the screen shows it, whether the server has it or not. */
export interface Entry {
  key: string;
  mine: boolean;
  text: string;
  at: string;
  /** Id of an uploaded picture. */
  picture?: string | undefined;
  /** Its picture is still on the phone. */
  own?: boolean | undefined;
  state?: 'sending' | 'read' | 'refused' | undefined;
  /** The server's reason for a refusal, if it gave one. */
  why?: string | undefined;
}

/** All visible messages, oldest first. Only the newest message that support has read is marked as read. */
export function entriesOf(
  { items, deskRead }: Pick<MessageLog, 'items' | 'deskRead'>,
  unsent: Unsent[],
): Entry[] {
  let read = 0;
  for (const { id, author } of items) if (author === 'member' && id <= deskRead) read = id;
  return [
    ...items.map(({ id, author, key, text, picture, at }) => ({
      key: key ?? `desk ${id}`,
      mine: author === 'member',
      text,
      picture,
      at,
      state: id === read ? ('read' as const) : undefined,
    })),
    ...unsent.map(({ key, text, at, hasPicture, picture, sent, refused }) => ({
      key,
      mine: true,
      text,
      at,
      picture: hasPicture ? undefined : picture,
      own: hasPicture,
      state: sent ? undefined : refused === undefined ? ('sending' as const) : ('refused' as const),
      why: refused,
    })),
  ];
}
