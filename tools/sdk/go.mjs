import { sentenceOf } from './api.mjs';

/** @import { Api, Field, Model, Operation, Type } from './api.mjs' */

/** @param {Type} type @returns {string} */
function typeName(type) {
  if (type.kind === 'list') return `[]${typeName(type.of)}`;
  if (type.kind === 'ref') return type.name;
  return { string: 'string', integer: 'int', boolean: 'bool', map: 'map[string]any', scopes: 'Scopes' }[
    type.kind
  ];
}

/** Initialisms are in capitals: `returnTo`, `connectUrl` as `ConnectURL`. @param {string} name */
const own = (name) =>
  name
    .replace(/^./, (letter) => letter.toUpperCase())
    .replace(/Id$/, 'ID')
    .replace(/Url$/, 'URL');

/** @param {Field} field */
const line = (field) => {
  const { name, type, required } = field;
  const sentence = sentenceOf(field);
  // a value that may be absent without a zero value; the default replaces it otherwise
  const pointer = !required && type.kind === 'ref' ? '*' : '';
  const empty = required || type.kind === 'scopes' ? '' : ',omitempty';
  return `${sentence ? `\t// ${sentence}.\n` : ''}\t${own(name)} ${pointer}${typeName(type)} \`json:"${name}${empty}"\``;
};

/** @param {Model} model */
const model = ({ name, fields }) => `
type ${name} struct {
${fields.map(line).join('\n')}
}
`;

/** @param {Operation} operation */
function method({ id, summary, path, act, input, answer, once, errors }) {
  const body = act
    ? `struct {
		Act string \`json:"act"\`
		${input.name}
	}{"${act}", input}`
    : 'input';
  return `
// ${own(id)}: ${summary}.${errors.length ? `\n// Refused as ${errors.join(', ')}.` : ''}
func (c *Client) ${own(id)}(ctx context.Context, input ${input.name}${once ? ', options ...Option' : ''}) (*${answer}, error) {
	answer := new(${answer})
	if err := c.call(ctx, "${path}", ${body}, ${once ? 'keyOf(options)' : '""'}, answer); err != nil {
		return nil, err
	}
	return answer, nil
}
`;
}

/** @param {Api} api @returns {Record<string, string>} */
export const go = ({ models, parts, operations, features, events }) => ({
  'go/operations.go': `// Code generated from the OpenAPI document by \`npm run sdks\`. DO NOT EDIT.

package cloudphone

import "context"

// FeatureScopes has the scopes of each feature.
var FeatureScopes = map[string][]string{
${Object.entries(features)
  .map(([name, { scopes }]) => `\t"${name}": {${scopes.map((one) => `"${one}"`).join(', ')}},`)
  .join('\n')}
}

// EventTypes are the types of webhook messages.
var EventTypes = []string{${events.map((one) => `"${one}"`).join(', ')}}
${[...models, ...parts, ...operations.map(({ input }) => input)].map(model).join('')}${operations.map(method).join('')}`,
});
