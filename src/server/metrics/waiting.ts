import type { Measurement, Sample } from '../db/measurement';
import type { WaitingList } from '../kernel/waiting-list';

/** The length of each waiting list, and since when its oldest entry waits. */
export const waitingMeasurement = (
  lists: readonly WaitingList[],
): Measurement<'cloudphone_waiting' | 'cloudphone_waiting_seconds'> => ({
  gauges: {
    cloudphone_waiting: { help: 'What waits for people', labels: ['queue'] },
    cloudphone_waiting_seconds: { help: 'Since when the oldest waits', labels: ['queue'] },
  },
  async read(run) {
    const counts: Sample[] = [];
    const ages: Sample[] = [];
    for (const { name, look } of lists) {
      const { count, since } = await look(run);
      counts.push({ labels: { queue: name }, value: Number(count) });
      ages.push({ labels: { queue: name }, since });
    }
    return { cloudphone_waiting: counts, cloudphone_waiting_seconds: ages };
  },
});
