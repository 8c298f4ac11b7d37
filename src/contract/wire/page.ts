/** Every list call returns one page at a time; `next` is an opaque cursor to send back as `from`, absent on the last page. */
export interface Page<T> {
  items: T[];
  next?: string;
}
