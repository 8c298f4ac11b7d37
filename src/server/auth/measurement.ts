import type { Measurement } from '../db/measurement';

export const memberMeasurement: Measurement<'cloudphone_members'> = {
  gauges: { cloudphone_members: { help: 'Members' } },
  async read(run) {
    const { members } = await run
      .selectFrom('member')
      .select((is) => is.fn.countAll<number>().as('members'))
      .executeTakeFirstOrThrow();
    return { cloudphone_members: [{ value: Number(members) }] };
  },
};
