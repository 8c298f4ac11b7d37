/** One set, drawn on a grid of 24 with a line of 1.75. These are the ones that nearly every screen shows. */
export const icons = {
  back: 'M15 4.5 7.5 12l7.5 7.5',
  chevron: 'M9 5l7 7-7 7',
  close: 'M5.5 5.5l13 13M18.5 5.5l-13 13',
};
export type IconName = keyof typeof icons;

/** Decoration: whatever it says is said in words beside it, or in the label of its button. */
export const Drawing = ({ path, size = 20 }: { path: string; size?: number | undefined }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    style={{ flex: 'none' }}
  >
    <path d={path} />
  </svg>
);

export const Icon = ({ name, size }: { name: IconName; size?: number | undefined }) => (
  <Drawing path={icons[name]} size={size} />
);
