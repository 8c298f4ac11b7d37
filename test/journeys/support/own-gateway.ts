import { startSeededGateway } from '../../../tools/programs/seeded-gateway.mjs';

/** The gateway of the library that the run is about. */
export const program =
  process.env.LIBRARY === 'react' ? 'dist/react/server/main.mjs' : 'dist/server/main.mjs';

/** A gateway beside the run's own, for a journey whose settings no other could live with; it begins with the same data. */
export const startOwnGateway = (settings: Record<string, string | number>) =>
  startSeededGateway(JSON.parse(process.env.SEEDED!), { program, ...settings });
