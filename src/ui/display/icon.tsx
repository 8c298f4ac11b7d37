/** One of `icons.ts`. Decorative: its meaning is in text beside it, or in the label of its button. */
export function Icon({ of, size = 20 }: { of: string; size?: number | undefined }) {
  const [path, light, width] = of.split('|');
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={width ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={width || 1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      style={{ flex: 'none' }}
    >
      <path d={path} />
      {light && <path d={`M${light}h.01`} stroke="var(--cp-lit)" strokeWidth="4" />}
    </svg>
  );
}
