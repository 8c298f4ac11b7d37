import '@cloudphone/embed/vue';
import type { GlobalComponents, GlobalDirectives } from 'vue';

// what editors and vue-tsc know of the elements in a template
type Wallet = InstanceType<GlobalComponents['cloudphone-wallet']>['$props'];
export const right: Wallet = { partner: 'p_demo', mode: 'iframe', tokenEndpoint: '/token', class: 'x' };
// @ts-expect-error there is no such mode
export const wrong: Wallet = { mode: 'frame' };
// @ts-expect-error there is no such feature
export type None = GlobalComponents['cloudphone-tickets'];
export const bound: Parameters<GlobalDirectives['vCloudphone']['created']>[1] = {
  value: { theme: { radius: '4px' } },
};
// @ts-expect-error a theme is made of our tokens
bound.value = { theme: { colour: 'red' } };
