import { notice, sentenceOf } from './api.mjs';

/** @import { Api, Field, Model, Operation, Type } from './api.mjs' */

/** @param {Type} type @returns {string} */
function boxed(type) {
  if (type.kind === 'list') return `List<${boxed(type.of)}>`;
  if (type.kind === 'ref') return type.name;
  return {
    string: 'String',
    integer: 'Long',
    boolean: 'Boolean',
    map: 'Map<String, Object>',
    scopes: 'List<String>',
  }[type.kind];
}

/** Required fields use primitive types if the language has one. @param {Field} field */
const typeName = ({ type, required }) =>
  required && type.kind === 'integer'
    ? 'long'
    : required && type.kind === 'boolean'
      ? 'boolean'
      : boxed(type);

/** @param {Type} type @param {string} value @returns {string} */
function read(type, value) {
  if (type.kind === 'ref') return `${type.name}.from(Json.object(${value}))`;
  if (type.kind === 'list')
    return `Json.list(${value}).stream().map(one -> ${read(type.of, 'one')}).toList()`;
  if (type.kind === 'map') return `Json.object(${value})`;
  return `(${boxed(type)}) ${value}`;
}

const head = `// ${notice}
package com.cloudphone.sdk;
`;

/** @param {Model} model */
const model = ({ name, fields }) => `${head}
import java.util.List;
import java.util.Map;

/**
${fields.map((one) => ` * @param ${one.name} ${sentenceOf(one)}`.trimEnd()).join('\n')}
 */
public record ${name}(${fields.map((one) => `${typeName(one)} ${one.name}`).join(', ')}) {
  static ${name} from(Map<String, Object> data) {
    return new ${name}(
${fields
  .map(({ name, type, required }) => {
    const value = `data.get("${name}")`;
    const from = read(type, value);
    return `        ${required || !/[.]/.test(from.replace(value, '')) ? from : `${value} == null ? null : ${from}`}`;
  })
  .join(',\n')});
  }
}
`;

/** The fields of a request, set one after the other. @param {Model} model @param {string} [act] */
function input({ name, fields }, act) {
  const required = fields.filter((one) => one.required);
  const put = [
    ...(act ? [`    body.put("act", "${act}");`] : []),
    ...(fields.some(({ type }) => type.kind === 'scopes') ? ['    body.put("scopes", "all");'] : []),
  ];
  return `${head}
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a request of ${name.replace(/Input$/, '')} says. */
public final class ${name} {
  final Map<String, Object> body = new LinkedHashMap<>();

  /**
${required.map((one) => `   * @param ${one.name} ${sentenceOf(one)}`.trimEnd()).join('\n') || '   * Nothing is required.'}
   */
  public ${name}(${required.map((one) => `${typeName(one)} ${one.name}`).join(', ')}) {
${[...put, ...required.map(({ name }) => `    body.put("${name}", ${name});`)].join('\n')}
  }
${fields
  .filter((one) => !one.required)
  .map(
    (one) => `
  /** ${sentenceOf(one) || 'Optional'}. */
  public ${name} ${one.name}(${boxed(one.type)} value) {
    body.put("${one.name}", ${one.type.kind === 'ref' ? 'value.body' : 'value'});
    return this;
  }
`,
  )
  .join('')}}
`;
}

/** @param {Operation} operation */
function method({ id, summary, path, input, answer, once, errors }) {
  const refusals = errors.length ? `refused as ${errors.join(', ')}` : 'refused';
  const doc = `
  /**
   * ${summary}.
   *
   * @throws CloudphoneException ${refusals}; with status 0 if there was no answer
   */`;
  const plain = `${doc}
  public ${answer} ${id}(${input.name} input) {
    return ${once ? `${id}(input, newKey())` : `${answer}.from(call("${path}", input.body, null))`};
  }
`;
  if (!once) return plain;
  return `${plain}
  /** The same with an Idempotency-Key of your own: two requests with one key take effect once. */
  public ${answer} ${id}(${input.name} input, String idempotencyKey) {
    return ${answer}.from(call("${path}", input.body, idempotencyKey));
  }
`;
}

/** @param {Api} api @returns {Record<string, string>} */
export function java({ models, parts, operations, features, events }) {
  const at = (/** @type {string} */ name) => `java/src/main/java/com/cloudphone/sdk/${name}.java`;
  return {
    ...Object.fromEntries(models.map((one) => [at(one.name), model(one)])),
    ...Object.fromEntries(parts.map((one) => [at(one.name), input(one)])),
    ...Object.fromEntries(operations.map((one) => [at(one.input.name), input(one.input, one.act)])),
    [at('Operations')]: `${head}
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What a partner's server can ask for, a method each. */
abstract class Operations {
  /** The scopes of each feature. */
  public static final Map<String, List<String>> SCOPES = Map.ofEntries(
${Object.entries(features)
  .map(
    ([name, { scopes }]) =>
      `      Map.entry("${name}", List.of(${scopes.map((one) => `"${one}"`).join(', ')}))`,
  )
  .join(',\n')});

  /** The types of webhook messages. */
  public static final List<String> EVENTS = List.of(${events.map((one) => `"${one}"`).join(', ')});

  abstract Map<String, Object> call(String path, Map<String, Object> body, String idempotencyKey);

  private static String newKey() {
    return UUID.randomUUID().toString();
  }
${operations.map(method).join('')}}
`,
  };
}
