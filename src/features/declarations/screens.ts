import { screen } from '../../core/screen';

export const declarations = {
  declarationForm: screen('pages/mine/declarationForm', {
    title: 'titles.declarationForm',
    load: () => import('../../ui/not-built'),
  }),
  declarationFormList: screen('pages/mine/declarationFormList', {
    title: 'titles.declarationFormList',
    load: () => import('../../ui/not-built'),
  }),
};
