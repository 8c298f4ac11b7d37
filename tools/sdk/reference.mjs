import { notice, sentenceOf } from './api.mjs';

/** @import { Api, Field, Type } from './api.mjs' */

/** @param {Type} type @returns {string} */
function typeName(type) {
  if (type.kind === 'list') return `list of ${typeName(type.of)}`;
  if (type.kind === 'ref') return `[${type.name}](#${type.name.toLowerCase()})`;
  return {
    string: 'text',
    integer: 'integer',
    boolean: 'true or false',
    map: 'object',
    scopes: 'text or list',
  }[type.kind];
}

/** @param {string} text */
const cell = (text) => text.replace(/\|/g, '\\|').replace(/</g, '&lt;');

/** @param {Field[]} fields */
const table = (fields) =>
  `| Field | Type | Meaning |
|---|---|---|
${fields.map((one) => `| \`${one.name}\`${one.required ? '' : ' (optional)'} | ${typeName(one.type)} | ${cell(one.type.kind === 'scopes' ? one.description : sentenceOf(one))} |`).join('\n')}
`;

const words = {
  en: {
    title: 'API reference',
    intro:
      'Every signed request is a `POST` with a JSON body, [signed](tokens.md#token-request) with your secret. The response is `{"code":0,"data":{…}}`, or `{"code":…,"error":"…","message":"…","requestId":"…"}`. The same text as OpenAPI 3.1 is at `/embed/v1/openapi.json`.',
    request: 'Request',
    answer: 'Response, `data`',
    errors: 'Errors of its own',
    once: 'Takes effect once for each `Idempotency-Key`.',
    parts: 'Parts',
    events: 'Webhook messages',
    eventsHead: '| `type` | Meaning |',
    all: 'Errors',
    allHead: '| `error` | Status | Cause |',
  },
  zh: {
    title: 'API 参考',
    intro:
      '每个签名请求都是带 JSON 正文的 `POST`，用您的密钥[签名](tokens.md#令牌请求)。响应是 `{"code":0,"data":{…}}`，或 `{"code":…,"error":"…","message":"…","requestId":"…"}`。同样的内容以 OpenAPI 3.1 格式位于 `/embed/v1/openapi.json`。字段说明以英文为准。',
    request: '请求',
    answer: '响应的 `data`',
    errors: '特有的错误',
    once: '每个 `Idempotency-Key` 只生效一次。',
    parts: '组成部分',
    events: 'Webhook 消息',
    eventsHead: '| `type` | 含义 |',
    all: '错误',
    allHead: '| `error` | 状态码 | 原因 |',
  },
};

/** @param {Api} api @param {any} document @param {keyof typeof words} language */
function page({ operations, models, parts, errors }, document, language) {
  const say = words[language];
  const answers = operations.map(({ answer }) => answer);
  const own = [...models.filter(({ name }) => !answers.includes(name)), ...parts];
  const sections = operations.map((one) => {
    const answer = models.find(({ name }) => name === one.answer);
    const act = one.act ? `, \`"act":"${one.act}"\`` : '';
    return `## ${one.id}

${one.summary}. \`POST /embed/v1/${one.path}\`${act}.${one.once ? ` ${say.once}` : ''}

${say.request}:

${table(one.input.fields)}
${say.answer}:

${table(answer?.fields ?? [])}${one.errors.length ? `\n${say.errors}: ${one.errors.map((error) => `\`${error}\``).join(', ')}.\n` : ''}`;
  });
  const events = Object.entries(document.webhooks).map(
    ([type, { post }]) =>
      `| \`${type}\` | ${post.summary}: ${Object.keys(
        post.requestBody.content['application/json'].schema.properties.data.properties,
      )
        .map((name) => `\`${name}\``)
        .join(' ')} |`,
  );
  return `<!-- ${notice} -->
# ${say.title}

${say.intro}

${sections.join('\n')}
## ${say.parts}

${own.map(({ name, fields }) => `### ${name}\n\n${table(fields)}`).join('\n')}
## ${say.events}

${say.eventsHead}
|---|---|
${events.join('\n')}

## ${say.all}

${say.allHead}
|---|---|---|
${Object.entries(errors)
  .map(([name, { status, cause }]) => `| \`${name}\` | ${status} | ${cell(cause)} |`)
  .join('\n')}
`;
}

/** @param {Api} api @param {any} document @returns {Record<string, string>} */
export const reference = (api, document) => ({
  '../docs/embedding/reference.md': page(api, document, 'en'),
  '../docs/embedding/zh/reference.md': page(api, document, 'zh'),
});
