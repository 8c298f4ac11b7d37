import { openObjectStore } from '../server/support/object-store';

// A program of its own, for the gateways of the cluster: prints where it listens, and forgets everything when it ends.
const { url } = await openObjectStore();
process.stdout.write(`${url}\n`);
