/** Seconds as a player shows them: `1:02`. */
export const clock = (seconds: number): string => {
  const all = Math.max(0, Math.floor(seconds));
  return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, '0')}`;
};
