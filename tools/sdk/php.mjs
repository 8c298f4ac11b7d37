import { notice, sentenceOf } from './api.mjs';

/** @import { Api, Field, Model, Operation, Type } from './api.mjs' */

/** @param {Type} type @returns {string} */
const typeName = (type) =>
  type.kind === 'ref'
    ? type.name
    : {
        string: 'string',
        integer: 'int',
        boolean: 'bool',
        map: 'array',
        scopes: 'string|array',
        list: 'array',
      }[type.kind];

/** @param {Field} field */
const annotation = ({ type, required }) => `${required ? '' : '?'}${typeName(type)}`;

/** @param {Type} type @param {string} value @returns {string} */
const read = (type, value) =>
  type.kind === 'ref'
    ? `${type.name}::fromArray(${value})`
    : type.kind === 'list' && type.of.kind === 'ref'
      ? `array_map([${type.of.name}::class, 'fromArray'], ${value})`
      : value;

/** @param {Field} field */
const comment = (field) => (sentenceOf(field) ? `\n        /** ${sentenceOf(field)}. */` : '');

const head = `<?php
// ${notice}
declare(strict_types=1);

namespace Cloudphone;
`;

/** @param {Model} model */
const properties = ({ fields }) =>
  fields
    .map(
      (one) =>
        `${comment(one)}\n        public readonly ${annotation(one)} $${one.name}${one.required ? '' : ' = null'},`,
    )
    .join('');

/** @param {Model} model */
const model = (model) => `${head}
final class ${model.name}
{
    public function __construct(${properties(model)}
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
${model.fields
  .map(({ name, type, required }) => {
    const value = `$data['${name}']`;
    const from = read(type, value);
    if (required) return `            ${from},`;
    return from === value ? `            ${value} ?? null,` : `            isset(${value}) ? ${from} : null,`;
  })
  .join('\n')}
        );
    }
}
`;

/** The data of a request. @param {Model} model */
const part = (model) => `${head}
final class ${model.name} implements \\JsonSerializable
{
    public function __construct(${properties(model)}
    ) {
    }

    public function jsonSerialize(): array
    {
        return array_filter(get_object_vars($this), fn ($value) => $value !== null);
    }
}
`;

/** @param {Operation} operation */
function method({ id, summary, path, act, input, answer, once, errors }) {
  const parameters = input.fields.map((one) =>
    one.required
      ? `        ${typeName(one.type)} $${one.name},`
      : one.type.kind === 'scopes'
        ? `        ${typeName(one.type)} $${one.name} = 'all',`
        : `        ${annotation(one)} $${one.name} = null,`,
  );
  const values = [
    ...(act ? [`'act' => '${act}'`] : []),
    ...input.fields.map(({ name }) => `'${name}' => $${name}`),
  ];
  return `
    /**
     * ${summary}.
     *
${input.fields.map((one) => `     * @param ${one.type.kind === 'scopes' ? 'string|string[]' : annotation(one)} $${one.name} ${sentenceOf(one)}`.trimEnd()).join('\n')}${once ? '\n     * @param ?string $idempotencyKey sent with each attempt; a new one for each call if absent' : ''}
     * @throws CloudphoneException ${errors.length ? `refused as ${errors.join(', ')}` : 'refused'}
     * @throws CloudphoneUnreachable there was no answer
     */
    public function ${id}(
${parameters.join('\n')}${once ? '\n        ?string $idempotencyKey = null,' : ''}
    ): ${answer} {
        return ${answer}::fromArray($this->call('${path}', [${values.join(', ')}], ${once ? '$idempotencyKey ?? static::uuid()' : 'null'}));
    }
`;
}

/** @param {Api} api @returns {Record<string, string>} */
export const php = ({ models, parts, operations, features, events }) => ({
  ...Object.fromEntries(models.map((one) => [`php/src/${one.name}.php`, model(one)])),
  ...Object.fromEntries(parts.map((one) => [`php/src/${one.name}.php`, part(one)])),
  'php/src/Operations.php': `${head}
/** What a partner's server can ask for, a method each. */
abstract class Operations
{
    /** The scopes of each feature. */
    public const SCOPES = [
${Object.entries(features)
  .map(([name, { scopes }]) => `        '${name}' => [${scopes.map((one) => `'${one}'`).join(', ')}],`)
  .join('\n')}
    ];

    /** The types of webhook messages. */
    public const EVENTS = [${events.map((one) => `'${one}'`).join(', ')}];

    /** @param array<string, mixed> $body */
    abstract protected function call(string $path, array $body, ?string $idempotencyKey): array;

    abstract protected static function uuid(): string;
${operations.map(method).join('')}}
`,
});
