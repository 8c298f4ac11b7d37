import * as v from 'valibot';
import { chinaAhead } from '../contract/wire/china';
import { fenOf } from '../contract/wire/yuan';

/** The form field of an action's input. */
export interface FormInput {
  name: string;
  kind:
    | 'line'
    | 'words'
    | 'money'
    | 'number'
    | 'yes'
    | 'choice'
    | 'texts'
    | 'record'
    | 'day'
    | 'time'
    | 'list'
    | 'choices'
    | 'rows'
    | 'file'
    | 'hidden';
  optional: boolean;
  /** For a choice, or several. */
  options?: readonly string[];
  /** For a record. */
  area?: string;
  /** Languages in which a text is required. */
  needs?: string[];
  /** Of rows: what each has. */
  columns?: FormInput[];
}

interface Entry {
  type: string;
  wrapped?: Entry;
  options?: readonly string[];
  entries?: Record<string, Entry>;
  item?: Entry;
}

/** The inputs of a rule, in its order. */
export function inputsOf(rule: v.GenericSchema | undefined): FormInput[] {
  const entries = (rule as unknown as Entry | undefined)?.entries ?? {};
  return Object.entries(entries).map(([name, entry]) => inputOf(name, entry));
}

function inputOf(name: string, entry: Entry): FormInput {
  let own = entry;
  let optional = false;
  while (own.wrapped) {
    optional = true;
    own = own.wrapped;
  }
  const { kind, area } = v.getMetadata(own as never) as { kind?: FormInput['kind']; area?: string };
  const base = { name, optional };
  if (kind) return { ...base, kind, ...(area && { area }) };
  if (own.type === 'number') return { ...base, kind: 'number' };
  if (own.type === 'boolean') return { ...base, kind: 'yes' };
  if (own.type === 'picklist') return { ...base, kind: 'choice', options: own.options ?? [] };
  if (own.type === 'array' && own.item?.entries)
    return { ...base, kind: 'rows', columns: inputsOf(own.item as never) };
  if (own.type === 'array' && own.item?.options)
    return { ...base, kind: 'choices', options: own.item.options };
  if (own.type === 'array') return { ...base, kind: 'list' };
  if (own.entries) {
    const needs = Object.entries(own.entries)
      .filter(([, one]) => !one.wrapped)
      .map(([locale]) => locale);
    const { kind: long } = v.getMetadata((Object.values(own.entries)[0]?.wrapped ?? {}) as never) as {
      kind?: string;
    };
    return { ...base, kind: 'texts', needs, ...(long && { options: ['words'] }) };
  }
  return { ...base, kind: 'line' };
}

type Row = Record<string, string>;
/** The typed values, by name; texts by language. */
export type Typed = Record<string, string | boolean | Row | Row[] | undefined>;

/** Converts typed values for the rule: yuan to fen, numbers to numbers, and empty optional values are omitted. */
export function valuesOf(inputs: FormInput[], typed: Typed): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { name, kind, optional, columns = [] } of inputs) {
    const given = typed[name];
    if (kind === 'texts') {
      const texts = Object.entries((given ?? {}) as Record<string, string>).filter(([, text]) => text.trim());
      if (texts.length || !optional) values[name] = Object.fromEntries(texts);
    } else if (kind === 'rows') {
      if (Array.isArray(given)) values[name] = given.map((row) => valuesOf(columns, row));
    } else if (kind === 'yes') {
      if (given !== undefined) values[name] = given === true;
    } else if (typeof given === 'string' && given.trim() !== '') values[name] = readAs(kind, given.trim());
  }
  return values;
}

function readAs(kind: FormInput['kind'], text: string): unknown {
  if (kind === 'money') return fenOf(text) ?? text;
  if (kind === 'number') return /^-?\d+$/.test(text) ? Number(text) : text;
  if (kind === 'list' || kind === 'choices') return text.split(/[\s,]+/).filter(Boolean);
  // the end of the day in China, or the minute that was chosen
  if (kind === 'time')
    return new Date(`${text.length === 10 ? `${text}T23:59:59` : `${text}:00`}+08:00`).toISOString();
  return text;
}

/** The problems, by the name of the input. */
export function problemsOf(rule: v.GenericSchema | undefined, values: object): Record<string, string> {
  if (!rule) return {};
  const { issues = [] } = v.safeParse(rule, values);
  const found: Record<string, string> = {};
  for (const issue of issues) {
    const name = v.getDotPath(issue as never)?.split('.')[0] ?? '';
    found[name] ??= issue.message;
  }
  return found;
}

/** A value of a record as its input shows it. */
export function typedOf({ kind, columns = [] }: FormInput, value: unknown): Typed[string] {
  if (value === undefined || value === null) return undefined;
  if (kind === 'money') return (Number(value) / 100).toFixed(2);
  if (kind === 'time') return new Date(Date.parse(String(value)) + chinaAhead).toISOString().slice(0, 16);
  if (kind === 'yes') return value === true;
  if (kind === 'texts') return value as Record<string, string>;
  if (kind === 'rows')
    return (value as Record<string, unknown>[]).map((row) =>
      Object.fromEntries(columns.map((one) => [one.name, String(typedOf(one, row[one.name]) ?? '')])),
    );
  if (kind === 'list' || kind === 'choices') return (value as string[]).join(', ');
  return String(value);
}
