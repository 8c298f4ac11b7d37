/** The properties that are not undefined: `where((is) => is.and(defined({ status })))` filters by `status` only if it is given. */
export const defined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
