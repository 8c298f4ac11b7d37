import { route } from '../../core/navigation/route';

/** With `id`, a rejected declaration: it is corrected and submitted again. */
export const declarationForm = route<never, 'id'>('pages/mine/declarationForm', {
  title: 'declarations.titles.declarationForm',
  also: ['form'],
});

/** With `id`, one of them in detail. */
export const declarationFormList = route<never, 'id'>('pages/mine/declarationFormList', {
  title: 'declarations.titles.declarationFormList',
});
