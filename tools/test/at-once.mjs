import { availableParallelism } from 'node:os';

/**
 * Test files and journeys that run in parallel: one more than there are cores, because one that waits leaves its core to another.
 * At most eight, because each takes up to a gigabyte of memory.
 */
export const atOnce = Math.min(availableParallelism() + 1, 8);
