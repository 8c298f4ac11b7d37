/** One set, drawn on a grid of 24 with a line of 1.75. These are the ones that the first screens show. */
export const icons = {
  devices:
    'M5 3.5h14q1.5 0 1.5 1.5v4q0 1.5-1.5 1.5H5q-1.5 0-1.5-1.5V5q0-1.5 1.5-1.5zm0 10h14q1.5 0 1.5 1.5v4q0 1.5-1.5 1.5H5q-1.5 0-1.5-1.5v-4q0-1.5 1.5-1.5zM7.5 7h.01M7.5 17h.01M11 7h5.5M11 17h5.5',
  accounts:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20v-1a5 5 0 0 1 5-5h3a5 5 0 0 1 5 5v1M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14.4a5 5 0 0 1 3.5 4.6v1',
  dynamic:
    'M12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM7.4 16.6a6.5 6.5 0 0 1 0-9.2M16.6 7.4a6.5 6.5 0 0 1 0 9.2M4.2 19.8a11 11 0 0 1 0-15.6M19.8 4.2a11 11 0 0 1 0 15.6',
  logs: 'M6 3.5h12q1.5 0 1.5 1.5v14q0 1.5-1.5 1.5H6q-1.5 0-1.5-1.5V5q0-1.5 1.5-1.5zM8.5 8h7M8.5 12h7M8.5 16h4',
  mine: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5V20a5.5 5.5 0 0 1 5.5-5.5h4a5.5 5.5 0 0 1 5.5 5.5v.5',
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
