import { route } from '../../core/navigation/route';

/** With `id`, one that was rejected: it is corrected and handed in again. */
export const declarationForm = route<never, 'id'>('pages/mine/declarationForm', {
  title: 'declarations.titles.declarationForm',
  also: ['form'],
});

/** With `id`, one of them with all of it. */
export const declarationFormList = route<never, 'id'>('pages/mine/declarationFormList', {
  title: 'declarations.titles.declarationFormList',
});
