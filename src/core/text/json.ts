// Texts that somebody may have changed on the phone, or that did not come from our server.

/** The value of a JSON text; undefined if it is not valid, or if there is none. */
export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text as string); // undefined is not valid either
  } catch {
    return;
  }
}

/** The items of a list in JSON; none if the text is not a list. */
export function parseList(text: string | undefined): unknown[] {
  const value = parseJson(text);
  return Array.isArray(value) ? value : [];
}

/** The fields of an object in JSON; none if the text is not an object. */
export function parseFields(text: string | undefined): Record<string, unknown> {
  const value = parseJson(text);
  return value && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
