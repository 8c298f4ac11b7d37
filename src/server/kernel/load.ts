import { createRequire } from 'node:module';

/** Loads a package where it is used first: together, those that a start does not need would take half of its time. */
export const load = createRequire(import.meta.url);
