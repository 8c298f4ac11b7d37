import type * as server from '@simplewebauthn/server';
import { load } from '../../kernel/load';

/** The verifier of passkeys. Loaded when somebody first uses one: it takes 20 MB, and most gateways start without needing it. */
export const webauthn = () => load('@simplewebauthn/server') as typeof server;
