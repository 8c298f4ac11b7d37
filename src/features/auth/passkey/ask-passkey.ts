import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';

/** Asks the phone for a passkey; undefined if there is none, or the member canceled, which browsers do not tell apart. */
export const askPasskey = (options: PublicKeyCredentialRequestOptionsJSON) =>
  startAuthentication({ optionsJSON: options }).catch(() => undefined);

/** Not a component: the part is downloaded when somebody first uses a passkey. */
export default askPasskey;
