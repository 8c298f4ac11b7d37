import { screen } from '../../core/navigation/screen';

export const declarations = {
  /** With `id`, one that was rejected: it is corrected and handed in again. */
  declarationForm: screen<never, 'id'>('pages/mine/declarationForm', {
    title: 'declarations.titles.declarationForm',
    also: ['form'],
    load: () => import('./declaration-form'),
  }),
  /** With `id`, one of them with all of it. */
  declarationFormList: screen<never, 'id'>('pages/mine/declarationFormList', {
    title: 'declarations.titles.declarationFormList',
    load: () => import('./declaration-form-list'),
  }),
};
