/** The phone or browser that a request comes from, by a token of ours that it keeps and shows at sign-in. */
export interface Device {
  /** SHA-256 of the token, hex; absent when it has shown none of ours. */
  id: string | undefined;
  /** The same, after giving it a token if it has none; nothing where none can be kept. */
  give(): string | undefined;
}

/** Of what never signs in: an embed, a page of another's. */
export const unknownDevice: Device = { id: undefined, give: () => undefined };
