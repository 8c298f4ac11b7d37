import { notice, sentenceOf, snake } from './api.mjs';

/** @import { Api, Field, Model, Operation, Type } from './api.mjs' */

/** @param {Type} type @returns {string} */
function typeName(type) {
  if (type.kind === 'list') return `List[${typeName(type.of)}]`;
  if (type.kind === 'ref') return type.name;
  return {
    string: 'str',
    integer: 'int',
    boolean: 'bool',
    map: 'Dict[str, Any]',
    scopes: 'Union[str, Sequence[str]]',
  }[type.kind];
}

/** @param {Field} field */
const annotation = ({ type, required }) => (required ? typeName(type) : `Optional[${typeName(type)}]`);

/** Converts a JSON value to one of ours. @param {Type} type @param {string} value @returns {string} */
function read(type, value) {
  if (type.kind === 'ref') return `${type.name}.from_json(${value})`;
  if (type.kind === 'list') return `[${read(type.of, 'one')} for one in ${value}]`;
  return value;
}

/** `from` is a keyword of the language. @param {string} name */
const own = (name) => (name === 'from' ? 'from_' : snake(name));

/** @param {Model} model */
const model = ({ name, fields }) => `
@dataclass(frozen=True)
class ${name}:
${fields.map((one) => `    ${own(one.name)}: ${annotation(one)}${one.required ? '' : ' = None'}${one.description ? `  # ${sentenceOf(one)}` : ''}`).join('\n')}

    @classmethod
    def from_json(cls, data: Dict[str, Any]) -> "${name}":
        return cls(
${fields
  .map(({ name, type, required }) => {
    const value = required ? `data["${name}"]` : `data.get("${name}")`;
    const from = read(type, value);
    return `            ${own(name)}=${required || from === value ? from : `${from} if "${name}" in data else None`},`;
  })
  .join('\n')}
        )
`;

/** The data of a request. @param {Model} model */
const part = ({ name, fields }) => `
@dataclass(frozen=True)
class ${name}:
${fields.map((one) => `    ${own(one.name)}: ${annotation(one)}${one.required ? '' : ' = None'}${one.description ? `  # ${sentenceOf(one)}` : ''}`).join('\n')}

    def to_json(self) -> Dict[str, Any]:
        return {key: value for key, value in {${fields.map(({ name }) => `"${name}": self.${own(name)}`).join(', ')}}.items() if value is not None}
`;

/** @param {Operation} operation */
function method({ id, summary, path, act, input, answer, once, errors }) {
  const parameters = input.fields.map((one) => {
    const preset = one.name === 'scopes' ? `${typeName(one.type)} = "all"` : `${annotation(one)} = None`;
    return `        ${own(one.name)}: ${one.required ? typeName(one.type) : preset},`;
  });
  const values = input.fields.map(({ name, type }) => {
    const value = own(name);
    return `"${name}": ${type.kind === 'ref' ? `${value} and ${value}.to_json()` : value}`;
  });
  const body = [...(act ? [`"act": "${act}"`] : []), ...values].join(', ');
  return `
    def ${snake(id)}(
        self,
        *,
${parameters.join('\n')}${once ? '\n        idempotency_key: Optional[str] = None,' : ''}
    ) -> ${answer}:
        """${summary}.

${input.fields.map((one) => `        ${own(one.name)}: ${sentenceOf(one) || 'text'}.`).join('\n')}${once ? '\n        idempotency_key: Sent with each attempt; a new one for each call if absent.' : ''}
${
  errors.length
    ? `
        Refused as ${errors.join(', ')}.
`
    : ''
}        """
        return ${answer}.from_json(self._call("${path}", {${body}}, ${once ? 'idempotency_key or new_key()' : 'None'}))
`;
}

/** @param {Api} api @returns {Record<string, string>} */
export function python({ models, parts, operations, features, events }) {
  const imports = [...models, ...parts].map(({ name }) => name).sort();
  return {
    'python/cloudphone/models.py': `# ${notice}
from dataclasses import dataclass
from typing import Any, Dict, List, Optional

#: The scopes of each feature.
SCOPES: Dict[str, List[str]] = {
${Object.entries(features)
  .map(([name, { scopes }]) => `    "${name}": [${scopes.map((scope) => `"${scope}"`).join(', ')}],`)
  .join('\n')}
}

#: The types of webhook messages.
EVENTS: List[str] = [${events.map((one) => `"${one}"`).join(', ')}]

${models.map(model).join('\n')}
${parts.map(part).join('\n')}`,
    'python/cloudphone/operations.py': `# ${notice}
import uuid
from typing import Any, Dict, List, Optional, Sequence, Union

from .models import ${imports.join(', ')}


def new_key() -> str:
    return str(uuid.uuid4())


class Operations:
    """What a partner's server can ask for, a method each."""

    def _call(self, path: str, body: Dict[str, Any], idempotency_key: Optional[str]) -> Dict[str, Any]:
        raise NotImplementedError
${operations.map(method).join('')}`,
  };
}
