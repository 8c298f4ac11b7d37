/** The verifier of passkeys. Loaded when somebody first uses one: it takes 20 MB, and most gateways start without needing it. */
export const webauthn = () => import('@simplewebauthn/server');
