/** Reads variables of the environment one by one, and collects every error in `mistakes`. */
export function createReader(env: Record<string, string | undefined>) {
  const mistakes: string[] = [];
  /** Settings without which the gateway does not start, as the operator looks for them. */
  const missing: string[] = [];
  /** A mistake that consists in a setting that is not set; `setting` names it, with its alternatives. */
  const lack = (setting: string, mistake: string) => {
    missing.push(setting);
    mistakes.push(mistake);
  };
  const given = (name: string) => env[name]?.trim() || undefined;
  /** The text that counts of each setting that was read, which may be its default. A setting is read more than once; the first text of it counts. */
  const read = new Map<string, string>();
  const text = (name: string, otherwise: string) => {
    const value = given(name) ?? otherwise;
    if (!read.get(name)) read.set(name, value);
    return value;
  };
  const oneOf = <T extends string>(name: string, options: readonly T[], otherwise: T): T => {
    const value = text(name, otherwise) as T;
    if (!options.includes(value))
      mistakes.push(`${name} must be one of ${options.join(', ')}, not "${value}"`);
    return value;
  };
  const port = (name: string, otherwise: number) => {
    const value = Number(text(name, `${otherwise}`));
    if (!Number.isInteger(value) || value < 0 || value > 65_535)
      mistakes.push(`${name} must be a port number`);
    return value;
  };
  const flag = (name: string, otherwise: boolean) =>
    /^(1|true|yes|on)$/i.test(
      oneOf(name, ['1', '0', 'true', 'false', 'yes', 'no', 'on', 'off'], otherwise ? 'on' : 'off'),
    );
  const address = (name: string, otherwise: string) => {
    const value = text(name, otherwise).replace(/\/+$/, '');
    if (value && !/^https?:\/\/[^/\s]+/.test(value))
      mistakes.push(`${name} must be an http or https address`);
    return value;
  };

  const integer = (name: string, otherwise: number, min: number, max: number) => {
    const value = Number(text(name, `${otherwise}`));
    if (!Number.isInteger(value) || value < min || value > max)
      mistakes.push(`${name} must be a whole number from ${min} to ${max}`);
    return value;
  };
  const list = (name: string, otherwise = '') =>
    text(name, otherwise)
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean);
  const days = (name: string, otherwise: string) => {
    // `none` for a year without entries, because an empty variable counts as not set
    const all = list(name, otherwise).filter((one) => one !== 'none');
    const wrong = all.filter((one) => new Date(`${one}T00:00:00Z`).toJSON()?.slice(0, 10) !== one);
    if (wrong.length) mistakes.push(`${name}: ${wrong.join(', ')} is not a day like 2026-10-01`);
    return all;
  };
  /** All of some variables, or none; `\\n` in a key is a line break. */
  const together = <Name extends string>(...names: Name[]): Record<Name, string> | undefined => {
    const values = names.map((name) => text(name, '').replace(/\\n/g, '\n'));
    if (values.every((value) => !value)) return;
    if (values.some((value) => !value)) mistakes.push(`${names.join(', ')} go together`);
    return Object.fromEntries(names.map((name, at) => [name, values[at]])) as Record<Name, string>;
  };

  /** The first variable of each real provider that is configured. */
  const providers: string[] = [];
  /** The settings of a real provider: `together`. */
  const provider = <Name extends string>(first: Name, ...others: Name[]) => {
    providers.push(first);
    return together(first, ...others);
  };

  return {
    mistakes,
    missing,
    lack,
    read,
    providers,
    provider,
    given,
    text,
    oneOf,
    port,
    flag,
    address,
    whole: integer,
    list,
    days,
    together,
  };
}

export type Reader = ReturnType<typeof createReader>;
