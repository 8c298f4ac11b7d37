import type { Measurement } from '../db/measurement';

/** Messages that wait for delivery. If delivery fails permanently, the message's job is dead and counted among the jobs. */
export const outboxMeasurement: Measurement<'cloudphone_outbox_seconds' | 'cloudphone_outbox'> = {
  gauges: {
    cloudphone_outbox_seconds: { help: 'How long the oldest undelivered message waits' },
    cloudphone_outbox: { help: 'Messages that are still to be delivered' },
  },
  async read(run) {
    const { count, since } = await run
      .selectFrom('message as m')
      .innerJoin('job as j', 'j.id', 'm.id')
      .where('m.delivered_at', 'is', null)
      .where('j.state', '=', 'ready')
      .select((is) => [is.fn.countAll<number>().as('count'), is.fn.min<Date | null>('m.at').as('since')])
      .executeTakeFirstOrThrow();
    return { cloudphone_outbox_seconds: [{ since }], cloudphone_outbox: [{ value: Number(count) }] };
  },
};
