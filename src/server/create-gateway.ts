import { type Deprecation, deprecations } from '../contract/embed/deprecations';
import { welcome } from './accruals/welcome';
import { createWriter } from './ai/writer';
import { createPasswords } from './auth/passwords';
import { endOrphans } from './auth/push-subscriptions';
import type { Db } from './db/database';
import { sharedSecret } from './db/shared-secret';
import { machineProvider } from './devices/provider';
import { mayWatch } from './embed/may-watch';
import { createRequestLog } from './embed/request-log';
import { isShownByPartner } from './embed/shown-by';
import { endTokens } from './embed/tokens';
import { createWork } from './http/work';
import { createWaiting } from './im/waiting';
import type { Gateway } from './kernel/gateway';
import { type Limits, limits } from './kernel/rate-limit';
import { createRequestCounter } from './kernel/request-counter';
import type { Passwords } from './kernel/services';
import { notifyMember } from './notices/notify-member';
import { createOffers } from './phone-actions/offers';
import { openStore } from './pictures/open-store';
import { createScreens } from './screen/screens';
import { endWatchesOf } from './screen/watches/end';
import type { Settings } from './settings/settings';
import { waitingLists } from './waiting-lists';
import { waysInReset } from './ways-in-reset';

export interface GatewayOptions {
  settings: Settings;
  db: Db;
  /** Milliseconds since the epoch; the machine's clock if absent. */
  now?: () => number;
  limits?: Limits;
  passwords?: Passwords;
  /** The declared ones if absent. */
  deprecations?: readonly Deprecation[];
}

/** The parts that all listeners of one gateway share. */
export async function createGateway(
  { settings, db, ...options }: GatewayOptions,
  log: (error: unknown) => void,
): Promise<Gateway> {
  const now = options.now ?? Date.now;
  const machines = machineProvider(settings);
  return {
    db,
    settings,
    passwords: options.passwords ?? createPasswords(),
    requests: createRequestCounter(db, options.limits ?? limits(settings.production)),
    partnerRequests: createRequestLog(db, log),
    work: createWork(db, await sharedSecret(db, 'work'), now),
    fileSecret: await sharedSecret(db, 'files'),
    files: openStore(settings),
    waiting: createWaiting(db.run, log),
    writer: createWriter(db, settings, now, log),
    screens: createScreens(machines, now, log),
    offers: createOffers(machines, now, log),
    async sessionsEnded(tx, member) {
      await endTokens(tx, { member });
      await endOrphans(tx, member);
      await endWatchesOf(tx, { member }, now());
    },
    mayWatch: (run, link) => mayWatch(settings, run, link),
    isShownByPartner: (run, token) => isShownByPartner(settings, run, token, now()),
    async tell(tx, member, event, at) {
      await notifyMember(tx, member, { ...event, link: 'pages/mine/signedIn' }, at);
    },
    waysInReset: waysInReset(settings),
    welcome,
    waitingLists,
    deprecations: options.deprecations ?? deprecations,
    now,
  };
}
