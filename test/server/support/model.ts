import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface RequestContext {
  authorization: string | undefined;
  body: { model: string; stream: boolean; messages: { role: string; content: string }[] };
}

/** A server that speaks the OpenAI-compatible streaming protocol, and says what it is told to. */
export interface Model {
  url: string;
  ctx: RequestContext[];
  /** How many have hung up before their answer was over. */
  hungUp: number;
  /** Its behaviour for the next questions. */
  reply(response: ServerResponse, ctx: RequestContext): void | Promise<void>;
  close(): Promise<void>;
}

export const chunk = (content: string) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
export const end = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';

export const streams = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' });

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

export async function openModel(): Promise<Model> {
  const model: Model = {
    url: '',
    ctx: [],
    hungUp: 0,
    reply: (response) => void streams(response).end(chunk('Hello') + end),
    close: () =>
      new Promise((settle) => {
        server.closeAllConnections();
        server.close(() => settle());
      }),
  };
  const server = createServer(async (request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) model.hungUp++;
    });
    if (request.url !== '/v1/chat/completions') return void response.writeHead(404).end();
    const ctx = { authorization: request.headers.authorization, body: JSON.parse(await read(request)) };
    model.ctx.push(ctx);
    await model.reply(response, ctx);
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  model.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return model;
}
