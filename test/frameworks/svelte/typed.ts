import { cloudphone } from '@cloudphone/embed/svelte';
import type { ActionReturn } from 'svelte/action';
import type { SvelteHTMLElements } from 'svelte/elements';

// what editors and svelte-check know of the elements in markup
type Wallet = SvelteHTMLElements['cloudphone-wallet'];
export const right: Wallet = { partner: 'p_demo', mode: 'iframe', 'token-endpoint': '/token', class: 'x' };
// @ts-expect-error there is no such mode
export const wrong: Wallet = { mode: 'frame' };
const element = document.querySelector('cloudphone-wallet');
export const action: ActionReturn<object> | null =
  element && cloudphone(element, { theme: { radius: '4px' } });
// @ts-expect-error a theme is made of our tokens
if (element) cloudphone(element, { theme: { colour: 'red' } });
