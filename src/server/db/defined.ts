/** The values that are there: `where((is) => is.and(defined({ status })))` filters by `status` where one was asked for. */
export const defined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
