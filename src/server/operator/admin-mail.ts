import type { Tx } from '../db/database';
import { queueMessage } from '../delivery/outbox';
import { type MessageName, translate } from '../kernel/messages';
import type { Settings } from '../settings/settings';
import { activeAdmins } from './people';

interface DeskEvent {
  what: 'added' | 'invited' | 'role' | 'enabled' | 'disabled' | 'setting';
  /** Who or what was changed, and who did it. */
  name: string;
  by: string;
}

/** The sentence of each event. */
const words = {
  added: 'deskMail_added',
  invited: 'deskMail_invited',
  role: 'deskMail_role',
  enabled: 'deskMail_enabled',
  disabled: 'deskMail_disabled',
  setting: 'deskMail_setting',
} as const satisfies Record<DeskEvent['what'], MessageName>;

/** Writes to every admin with an e-mail address that somebody has changed who is behind the desk, or a setting. */
export async function tellAdmins(
  tx: Tx,
  { publicUrl }: Settings,
  { what, name, by }: DeskEvent,
  now: number,
): Promise<void> {
  const admins = await activeAdmins(tx).select('email').where('email', 'is not', null).execute();
  for (const { email } of admins)
    await queueMessage(
      tx,
      {
        channel: 'mail',
        address: email ?? '',
        subject: translate('en', 'deskMailSubject'),
        text: translate('en', words[what], { name, by, at: publicUrl }),
      },
      now,
    );
}
