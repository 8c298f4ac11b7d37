import * as v from 'valibot';
import { localeNames } from '../wire/locale';

// Rules of what people behind the desk send. The metadata says how a form asks for it.

/** How a form asks for a value that its type does not tell. */
export type InputKind = 'words' | 'money' | 'record' | 'day' | 'time' | 'hidden';
const asked = <T>(kind: InputKind, more: { area?: string } = {}) =>
  v.metadata<T, { readonly kind: InputKind; readonly area?: string }>({ kind, ...more });

/** Something that was written, up to `max` characters. */
export const line = (max = 300) => v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(max));

/** The same on several lines. */
export const paragraph = (max = 300) => v.pipe(line(max), asked('words'));

/** Fen. */
export const fen = (least = 1) => v.pipe(v.number(), v.safeInteger(), v.minValue(least), asked('money'));

export const whole = (least = 0) => v.pipe(v.number(), v.safeInteger(), v.minValue(least));

/** A key of a record of another area, or what else names it there. */
export const keyOf = (area: string, max = 100) => v.pipe(line(max), asked('record', { area }));

/** `2026-11-20`, in China. */
export const onDay = () => v.pipe(v.string(), v.isoDate(), asked('day'));
export const atTime = () => v.pipe(v.string(), v.isoTimestamp(), asked('time'));

/** Made by the form when it opens, so that what is sent twice is done once. */
export const requestKey = () => v.pipe(v.string(), v.uuid(), asked('hidden'));
/** The same was done before and is meant. */
export const again = () => v.optional(v.pipe(v.boolean(), asked('hidden')));

/** Words in some languages: English and Chinese at least. */
export const inLanguages = (max: number) =>
  v.object({ ...v.entriesFromList(localeNames, v.optional(line(max))), en: line(max), zh: line(max) });

/** Words in any languages, which are added to those that are there. */
export const inSomeLanguages = (max: number) =>
  v.strictObject(v.entriesFromList(localeNames, v.optional(line(max))));

export const reason = () => v.object({ reason: paragraph() });
