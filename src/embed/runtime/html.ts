import htm from 'htm';
import { h } from 'preact';

// For partners' pages without a build: preact and templates in plain JavaScript, one file without dependencies beside the loader.

/** Tagged template: html`<button onClick=${buy}>Buy</button>`. */
export const html = htm.bind(h);
export { render } from 'preact';
export { useEffect, useRef, useState } from 'preact/hooks';
