import { Gauge, type Registry } from 'prom-client';
import { tryDisk } from '../pictures/disk';

/** Registers whether this gateway can store uploads. */
export function measureDisk(register: Registry, dataDir: string): void {
  new Gauge({
    name: 'cloudphone_uploads_taken',
    help: '1 while the disk of this gateway takes uploads',
    registers: [register],
    async collect() {
      this.set(
        await tryDisk(dataDir).then(
          () => 1,
          () => 0,
        ),
      );
    },
  });
}
