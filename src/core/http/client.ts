import type { Wire } from './answer';
import type { completeSend } from './complete-send';
import type { Reply } from './reply';

/** Sends a request with the signed text in a custom way: the file of an upload. The caller aborts with the request's signal. */
export type Carry = (request: Request, text: string) => Promise<Response>;

interface Sending {
  signal?: AbortSignal | undefined;
  /** Milliseconds, instead of the 60 s of spec §9. */
  timeout?: number | undefined;
  carry?: Carry | undefined;
  /** Beside those of the envelope. */
  headers?: Record<string, string>;
}

/** One signed call, sent once, or twice if the phone's clock was wrong. Throws `Failure` `offline`, `timeout`, `aborted`. */
export type Post = (wire: Wire, path: string, data: object, how?: Sending) => Promise<Reply>;

interface Opening {
  signal?: AbortSignal | undefined;
  headers?: Record<string, string> | undefined;
  /** If present, the request is a POST. */
  json?: object | undefined;
  /** The response is a stream, limited only by the caller. Any other is read as text. */
  stream?: true | undefined;
}

/** An unsigned request: of a service beside the gateway, or of a file. Throws like `Post`; an HTTP status is no failure. */
export type Open = (url: string, how?: Opening) => Promise<Response>;

/** Calls of a deployment's own services, under a base URL. Throws like `Post`, and `http` with the server's message. */
export interface Plain {
  /** Answers the full response. */
  post(path: string, data: object): Promise<object>;
  /** Answers the response's `data`. */
  get(path: string): Promise<unknown>;
}

/** The HTTP client of the app. */
export interface Client {
  /** `completeSend`. */
  complete: typeof completeSend;
  post: Post;
  open: Open;
  plain(base: string): Plain;
}
