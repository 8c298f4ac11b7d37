import { screen } from '../../core/navigation/screen';

export const declarations = {
  /** With `id`, one that was rejected: it is corrected and handed in again. */
  declarationForm: screen('pages/mine/declarationForm', {
    title: 'declarations.titles.declarationForm',
    also: ['form'],
    optional: ['id'],
    load: () => import('./declaration-form'),
  }),
  /** With `id`, one of them with all of it. */
  declarationFormList: screen('pages/mine/declarationFormList', {
    title: 'declarations.titles.declarationFormList',
    optional: ['id'],
    load: () => import('./declaration-form-list'),
  }),
};
