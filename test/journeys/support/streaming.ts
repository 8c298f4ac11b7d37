import { listDevices, listMachines, TaskState, updateTaskState } from '../../../src/contract/buying/devices';
import { openScreen } from '../../../src/contract/buying/screens';
import { openPhones } from '../../../tools/phone/serve.mjs';
import { callAs, expect, type Who } from './journey';
import { startOwnGateway } from './own-gateway';

const key = 'phones';

export type Streaming = Awaited<ReturnType<typeof startStreaming>>;

/** A gateway of its own whose provider is the phones of `tools/phone`, which stream. */
export async function startStreaming(settings: Record<string, string> = {}) {
  const phones = await openPhones({ key });
  const machines = { MACHINES: 'stand-in', MACHINES_API_URL: phones.url, MACHINES_API_KEY: key };
  const gateway = await startOwnGateway({ ...machines, ...settings }).catch(async (error) => {
    await phones.close();
    throw error;
  });
  return {
    phones,
    gateway,
    /** A cloud phone of the member whose provider has said that it streams. */
    async streamedPhone(who: Who) {
      const { items: orders } = await callAs(who, listDevices, {}, gateway.url);
      const { serialNumber } = orders.find(({ running }) => running)!;
      const change = { serialNumber, state: TaskState.paused, requestKey: crypto.randomUUID() };
      await callAs(who, updateTaskState, change, gateway.url); // a reason to ask the provider for the state of its phones
      const { items } = await callAs(who, listMachines, { serialNumber }, gateway.url);
      const { id, name } = items.find(({ online }) => online)!;
      await expect
        .poll(async () => !!(await callAs(who, openScreen, { id }, gateway.url)).live, { timeout: 60_000 })
        .toBe(true);
      return { id, name, serialNumber };
    },
    async end() {
      await gateway.stop();
      await phones.close();
    },
  };
}
