import type { Tx } from '../db/database';
import { queueMessage } from '../delivery/outbox';
import { type MessageName, translate } from '../kernel/messages';
import type { Settings } from '../settings/settings';
import { activeAdmins } from './people';

interface DeskEvent {
  what: 'added' | 'invited' | 'role' | 'enabled' | 'disabled' | 'setting';
  /** The name of the person or setting that was changed, and who changed it. */
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

/** Notifies every admin with an e-mail address of a change of a setting or of the people with access to the back office. */
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
