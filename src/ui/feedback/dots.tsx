const at = [6, 24, 42, 60, 78];

/** A short rack as a sign: unlit for "nothing here", one red light for "something is wrong". */
export const Dots = ({ bad }: { bad?: boolean | undefined }) => (
  <svg width="84" height="12" viewBox="0 0 84 12" aria-hidden="true">
    {at.map((x) => (
      <circle key={x} cx={x} cy="6" r="4" fill={bad && x === 42 ? 'var(--cp-bad)' : 'var(--cp-unlit)'} />
    ))}
  </svg>
);
