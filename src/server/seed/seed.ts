import type { Db } from '../db/database';
import type { Settings } from '../settings';

/** Fills an empty database with demo members and what they have. */
export async function seed(_db: Db, _settings: Settings): Promise<void> {}
