import type Sharp from 'sharp';
import { load } from '../kernel/load';

/** The library of pictures, loaded with the first one. It draws in threads of its own. */
export const sharp = ((...input: Parameters<typeof Sharp>) =>
  (load('sharp') as typeof Sharp)(...input)) as typeof Sharp;
