import { type ComponentType, options } from 'preact';

/** Counts from now on how many elements are made of components with this name: one for each time that something is drawn. */
export function countDrawn(name: string): () => number {
  let count = 0;
  const { vnode: before } = options;
  options.vnode = (element) => {
    if ((element.type as ComponentType | undefined)?.name === name) count++;
    before?.(element);
  };
  return () => count;
}
