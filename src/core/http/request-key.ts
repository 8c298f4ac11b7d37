import { uuid } from '../../contract/wire/uuid';

/** A key under which something happens once: for a form, or for whoever keeps it over a reload or asks later what has become of it. */
export const newKey = uuid;
