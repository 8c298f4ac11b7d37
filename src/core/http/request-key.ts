import { uuid } from '../../contract/wire/uuid';

/** A new request key: for a form, or for a caller that keeps it over a reload or queries its result later. */
export const newKey = uuid;
