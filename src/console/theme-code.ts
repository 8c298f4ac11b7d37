/** A look for both schemes: values of theme tokens. In the dark scheme, `dark` comes over `light`. */
export interface Look {
  light: Record<string, string>;
  dark: Record<string, string>;
}

const declarations = (values: Record<string, string>, indent: string) =>
  Object.entries(values)
    .map(([name, value]) => `${indent}--cp-${name}: ${value};`)
    .join('\n');

/** Custom properties are inherited: on the root they reach every embed of the page. */
export function cssOf({ light, dark }: Look): string {
  const base = `:root {\n${declarations(light, '  ')}\n}`;
  if (!Object.keys(dark).length) return base;
  return `${base}\n@media (prefers-color-scheme: dark) {\n  :root {\n${declarations(dark, '    ')}\n  }\n}`;
}

/** An element that has the look in itself. A style attribute knows no scheme. */
export const htmlOf = ({ light }: Look, { partner, feature }: { partner: string; feature: string }): string =>
  `<cloudphone-${feature} partner="${partner}" token-endpoint="/cp/embed-token"\n  style="${Object.entries(
    light,
  )
    .map(([name, value]) => `--cp-${name}: ${value.replace(/"/g, "'")}`)
    .join('; ')}"></cloudphone-${feature}>`;

export function jsOf({ light, dark }: Look, gateway: string): string {
  const values = (look: Record<string, string>) => JSON.stringify(look, null, 2);
  const load = `const { configure } = await import('${gateway}/v1/embed.js');\nconst light = ${values(light)};`;
  if (!Object.keys(dark).length) return `${load}\nconfigure({ theme: light });`;
  return `${load}
const dark = { ...light, ...${values(dark)} };
const scheme = matchMedia('(prefers-color-scheme: dark)');
const dress = () => configure({ theme: scheme.matches ? dark : light });
scheme.addEventListener('change', dress);
dress();`;
}
