/**
 * @typedef {{ kind: 'string' | 'integer' | 'boolean' | 'map' | 'scopes' } | { kind: 'list', of: Type } | { kind: 'ref', name: string }} Type
 * @typedef {{ name: string, type: Type, required: boolean, description: string, values: string[], default?: unknown }} Field
 * @typedef {{ name: string, fields: Field[] }} Model
 * @typedef {{ id: string, summary: string, path: string, act: string | undefined, input: Model, answer: string, errors: string[], once: boolean }} Operation
 * @typedef {{ models: Model[], operations: Operation[], parts: Model[], errors: Record<string, { status: number, cause: string }>, features: Record<string, { scopes: string[] }>, events: string[] }} Api
 */

/** @param {any} schema @returns {Type} */
function typeOf(schema) {
  if (schema.$ref) return { kind: 'ref', name: schema.$ref.split('/').pop() };
  if (schema.anyOf) return { kind: 'scopes' }; // the only union: `all`, or a list of names
  if (schema.type === 'array') return { kind: 'list', of: typeOf(schema.items) };
  if (schema.type === 'object') return { kind: 'map' };
  if (typeof schema.const === 'boolean') return { kind: 'boolean' };
  if (['string', 'integer', 'boolean'].includes(schema.type)) return { kind: schema.type };
  if (typeof schema.const === 'string') return { kind: 'string' };
  throw new Error(`no language has a type for ${JSON.stringify(schema)}`);
}

/** @param {string} name @param {any} schema @returns {Model} */
function modelOf(name, schema) {
  const fields = Object.entries(schema.properties)
    .filter(([, field]) => typeof field.const !== 'string') // `act` selects the operation
    .map(([field, about]) => ({
      name: field,
      type: typeOf(about),
      required: schema.required.includes(field),
      description: about.description ?? '',
      values: about.enum ?? [],
      ...('default' in about && { default: about.default }),
    }));
  return { name, fields: fields.sort((a, b) => Number(b.required) - Number(a.required)) };
}

/**
 * The API in the form that the generators of all languages need, from its OpenAPI document.
 * @param {any} document
 * @returns {Api}
 */
export function readApi(document) {
  const { schemas } = document.components;
  const all = Object.keys(schemas)
    .filter((name) => name !== 'ErrorAnswer')
    .map((name) => modelOf(name, schemas[name]));
  /** @param {string} name */
  const model = (name) => {
    const found = all.find((one) => one.name === name);
    if (!found) throw new Error(`there is no schema ${name}`);
    return found;
  };
  const operations = Object.entries(document.paths).flatMap(([path, { post }]) =>
    (post?.['x-operations'] ?? []).map((/** @type {any} */ { input, ...one }) => ({
      ...one,
      path: path.slice(1),
      act: schemas[input].properties.act?.const,
      input: model(input),
    })),
  );
  /** The common refusals of every signed request, which the documents describe once. */
  const common = Object.keys(document['x-errors']).filter((error) =>
    operations.every(({ errors }) => errors.includes(error)),
  );
  for (const one of operations)
    one.errors = one.errors.filter((/** @type {string} */ error) => !common.includes(error));
  /** @type {Model[]} */
  const inputs = operations.map(({ input }) => input);
  const names = inputs.map(({ name }) => name);
  const nested = new Set(inputs.flatMap(({ fields }) => fields.flatMap(({ type }) => refsOf(type))));
  return {
    operations,
    models: all.filter(({ name }) => !names.includes(name) && !nested.has(name)),
    parts: all.filter(({ name }) => nested.has(name)),
    errors: document['x-errors'],
    features: document['x-features'],
    events: Object.keys(document.webhooks),
  };
}

/** @param {Type} type @returns {string[]} */
const refsOf = (type) => (type.kind === 'ref' ? [type.name] : type.kind === 'list' ? refsOf(type.of) : []);

/** `mintToken` as `mint_token`. @param {string} name */
export const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A sentence, with the possible values. @param {Field} field */
export const sentenceOf = ({ type, description, values, default: preset }) =>
  [
    // the SDKs request all scopes by default: a token that only reads fails at the last step of a withdrawal
    type.kind === 'scopes' ? '`all` (the default), or scopes of the feature' : description,
    values.length ? `one of ${values.join(', ')}` : '',
    preset === undefined ? '' : `default: ${preset}`,
  ]
    .filter(Boolean)
    .join('; ');

/** The first line of each generated file, without the sign of a comment. */
export const notice = 'Generated from the OpenAPI document by `npm run sdks`. Do not edit.';
