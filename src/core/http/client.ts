import type { Wire } from './answer';
import type { completeSend } from './complete-send';
import type { Reply } from './reply';

/** Sends a request with the signed text in a way of its own: the file of an upload. Whoever gives up aborts the request's signal. */
export type Carry = (request: Request, text: string) => Promise<Response>;

interface Sending {
  signal?: AbortSignal | undefined;
  /** Milliseconds, in place of the 60 s of spec §9. */
  timeout?: number | undefined;
  carry?: Carry | undefined;
}

/** One signed call, sent once, or twice when the phone's clock was wrong. Throws `Failure` `offline`, `timeout`, `aborted`. */
export type Post = (wire: Wire, path: string, data: object, how?: Sending) => Promise<Reply>;

interface Opening {
  signal?: AbortSignal | undefined;
  headers?: Record<string, string> | undefined;
  /** With it the request is a POST. */
  json?: object | undefined;
  /** The answer is a stream, and has no limit in time but the caller's. */
  stream?: true | undefined;
}

/** A request that is not signed: of a service beside the gateway, or of a file. Throws as `Post` does; an HTTP status is no failure. */
export type Open = (url: string, how?: Opening) => Promise<Response>;

/** Of services of a deployment's own, under a base URL. Throws as `Post` does, and `http` with the server's message. */
export interface Plain {
  /** Answers the full response. */
  post(path: string, data: object): Promise<object>;
  /** Answers the response's `data`. */
  get(path: string): Promise<unknown>;
}

/** What makes the requests of the app. */
export interface Client {
  /** `completeSend`. */
  complete: typeof completeSend;
  post: Post;
  open: Open;
  plain(base: string): Plain;
}
