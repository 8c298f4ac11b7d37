import { screen } from '../../core/navigation/screen';

export const declarations = {
  declarationForm: screen('pages/mine/declarationForm', {
    title: 'titles.declarationForm',
    load: () => import('../../ui/feedback/not-built'),
  }),
  declarationFormList: screen('pages/mine/declarationFormList', {
    title: 'titles.declarationFormList',
    load: () => import('../../ui/feedback/not-built'),
  }),
};
