/**
 * How esbuild takes the demo's videos and drawings into the gateway: as bytes and as text.
 * @type {Record<string, import('esbuild').Loader>}
 */
export const mediaLoader = { '.mp4': 'binary', '.svg': 'text' };
