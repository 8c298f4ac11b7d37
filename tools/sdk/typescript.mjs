import { notice, sentenceOf } from './api.mjs';

/** @import { Api, Field, Model, Operation, Type } from './api.mjs' */

/** @param {Type} type @param {string[]} [values] @returns {string} */
function typeName(type, values = []) {
  if (values.length) return values.map((one) => `'${one}'`).join(' | ');
  if (type.kind === 'list') return `${typeName(type.of)}[]`;
  if (type.kind === 'ref') return type.name;
  return {
    string: 'string',
    integer: 'number',
    boolean: 'boolean',
    map: 'Record<string, unknown>',
    scopes: "'all' | readonly Scope[]",
  }[type.kind];
}

/** @param {Field} field */
const line = (field) => {
  const sentence = sentenceOf(field);
  const { name, type, required, values } = field;
  const optional = required ? '' : ' | undefined';
  return `${sentence ? `  /** ${sentence}. */\n` : ''}  ${name}${required ? '' : '?'}: ${typeName(type, values)}${optional};`;
};

/** @param {Model} model */
const model = ({ name, fields }) => `
export interface ${name} {
${fields.map(line).join('\n')}
}
`;

/** @param {Operation} operation */
function method({ id, summary, path, act, input, answer, once, errors }) {
  const options = once ? ', options?: Once' : '';
  const given = input.fields.some(({ type }) => type.kind === 'scopes')
    ? "{ ...input, scopes: input.scopes ?? 'all' }"
    : act
      ? `{ act: '${act}', ...input }`
      : 'input';
  const preset = input.fields.some(({ required }) => required) ? '' : ' = {}';
  return `
  /** ${summary}. ${errors.length ? `Refused as ${errors.map((one) => `\`${one}\``).join(', ')}. ` : ''}*/
  ${id}: (input: ${input.name}${preset}${options}): Promise<${answer}> => call('${path}', ${given}${once ? ', options ?? {}' : ''}),`;
}

/** @param {Api} api @returns {Record<string, string>} */
export const typescript = ({ models, parts, operations }) => {
  const all = [...models, ...parts, ...operations.map(({ input }) => input)];
  const used = [...new Set(operations.flatMap(({ input, answer }) => [input.name, answer]))].sort();
  return {
    '../src/embed/npm/models.ts': `// ${notice}
import type { Scope } from '../api';
${all.map(model).join('')}`,
    '../src/embed/npm/operations.ts': `// ${notice}
import type {
${used.map((name) => `  ${name},`).join('\n')}
} from './models';

/** For a request that takes effect once. */
export interface Once {
  /** Sent with each attempt; a new one for each call if you do not say. The same key never takes effect twice. */
  idempotencyKey?: string | undefined;
}

/** Sends a signed request. \`once\`: it takes effect once for its key. */
type Call = <T>(path: string, input: object, once?: Once) => Promise<T>;

/** What a partner’s server can ask for, a method each. */
export const operations = (call: Call) => ({${operations.map(method).join('')}
});
export type Operations = ReturnType<typeof operations>;
`,
  };
};
