/**
 * Loads the demo's videos as bytes and its drawings as text into the gateway's bundle.
 * @type {Record<string, import('esbuild').Loader>}
 */
export const mediaLoader = { '.mp4': 'binary', '.svg': 'text' };
