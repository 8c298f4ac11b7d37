import { eraseLinks } from './embed/erase-links';
import { eraseTraces } from './operator/erase-traces';
import type { Eraser } from './privacy/leaving';

/** The functions by which rooms above the deletion of accounts erase their part of a member. */
export const erasers: readonly Eraser[] = [eraseTraces, eraseLinks];
