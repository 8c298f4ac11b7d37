/** The phone or browser that sent a request, identified by a token that it stores and sends at sign-in. */
export interface Device {
  /** SHA-256 of the token, hex; absent if the request has no valid token. */
  id: string | undefined;
  /** Like `id`, but issues a token if there is none; undefined if the client cannot store one. */
  give(): string | undefined;
}

/** The device of clients that never sign in: an embed, or a partner's page. */
export const unknownDevice: Device = { id: undefined, give: () => undefined };
