import type { TaskState } from '../../contract/buying/devices';
import type { Follower, OpenedScreen, Thumbnail } from '../../contract/buying/screens';
import * as calls from '../../contract/buying/screens';
import * as rules from '../../contract/buying/screens.rules';
import { offlineReason } from '../devices/state';
import { taskName } from '../devices/tasks';
import type { CallGroup } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { liveAddress, mayControl, screenAddress } from './ticket';
import { isLive, lackOf, shown, type WatchedMachine, watchedMachines } from './watched-machines';

/** The member's machines; the refusal is the same for one of another member and one that does not exist. */
async function ownMachines({ db, member }: RequestContext, ids: ReadonlySet<string>) {
  const own = await watchedMachines(db.run, member, [...ids]);
  if (own.length < ids.size) throw new DomainError('machineMissing');
  return own;
}

function opened(of: WatchedMachine, ctx: RequestContext): OpenedScreen {
  const { appid, embedded, fileSecret, locale, member, now, screens, session = '', settings } = ctx;
  const { id, name, serial_number, days_left, online, reason, restart_at, prepared_at } = of;
  const facts = { days_left, online, reason, restart_at, prepared: !!prepared_at };
  const lack = lackOf(of);
  const scope = embedded?.scopes.includes('screen:control') ? 'screen:control' : 'screen:read';
  const viewer = embedded ? ({ partner: appid, origin: embedded.origin, scope } as const) : { session };
  const permission = { machine: id, member, viewer };
  const why = offlineReason(facts, now);
  return {
    name,
    serialNumber: serial_number,
    ...(lack ? { lack } : { url: screenAddress(fileSecret, permission, now) }),
    ...(isLive(of) && { live: liveAddress(fileSecret, permission, now) }),
    ...(of.files && !lack && !embedded && { files: true }),
    ...(!mayControl(permission) && { readOnly: true }),
    ...(lack === 'offline' && why && { why }),
    ...(of.task !== null &&
      of.state !== null && {
        task: {
          name: taskName(of.task, locale),
          state: of.state as TaskState,
          ...(settings.machines !== 'manual' && { progress: of.progress ?? 0 }),
        },
      }),
    ...(screens.sandbox && { sandbox: true }),
  };
}

export const screenCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    async listThumbnails({ machines }, ctx) {
      const known = new Map(machines.map(({ id, tag }) => [id, tag]));
      const own = await ownMachines(ctx, new Set(known.keys()));
      const visible = own.filter((machine) => !lackOf(machine)).map(shown);
      const stills = await ctx.screens.look(visible, 'thumbnail', ctx.member);
      const thumbnail = async (id: string): Promise<Thumbnail> => {
        const still = stills.get(id);
        if (!still) return { id };
        if (still.tag === known.get(id)) return { id, tag: still.tag };
        const image = await still.jpeg();
        return image ? { id, tag: still.tag, image: image.toString('base64') } : { id };
      };
      return { items: await Promise.all([...known.keys()].map(thumbnail)) };
    },

    async openTogether({ ids, lead }, ctx) {
      const { db, fileSecret, member, now, screens, session = '' } = ctx;
      const chosen = [...new Set(ids)];
      const own = new Map((await watchedMachines(db.run, member, chosen)).map((one) => [one.id, one]));
      const follower = (id: string): Follower => {
        const machine = own.get(id);
        if (!machine) return { id, lack: 'missing' };
        const lack = lackOf(machine) ?? (machine.streams ? undefined : 'none');
        return { id, name: machine.name, ...(lack && { lack }) };
      };
      const all = chosen.map(follower);
      const able = all.filter(({ lack }) => !lack);
      const first = able.find(({ id }) => id === lead) ?? able[0];
      const followers = all.filter(({ id }) => id !== first?.id);
      const together = able.flatMap(({ id }) => (id === first?.id ? [] : [id]));
      const permission = first && { machine: first.id, member, viewer: { session }, followers: together };
      return {
        ...(permission && {
          leader: {
            id: first.id,
            name: first.name ?? '',
            live: liveAddress(fileSecret, permission, now),
          },
        }),
        followers,
        ...(screens.sandbox && { sandbox: true }),
      };
    },

    async openScreen({ id }, ctx) {
      const [machine] = await ownMachines(ctx, new Set([id]));
      return opened(machine as WatchedMachine, ctx);
    },
  },
};
