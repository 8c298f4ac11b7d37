const spaceless = (text: string) => text.replace(/\s+/g, '').toLowerCase();

/** Whether one name contains the other, because people leave out parts of their names. */
export const isOneName = (one: string, other: string): boolean => {
  const [a, b] = [spaceless(one), spaceless(other)];
  return a.includes(b) || b.includes(a);
};
