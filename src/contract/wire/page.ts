/** Every list call answers one page at a time; `next` is an opaque cursor sent back as `from`, absent on the last page. */
export interface Page<T> {
  items: T[];
  next?: string;
}
