/** The pages of the site in the order of its navigation, by group. A page is `docs/embedding/<name>.md`, and in Chinese `docs/embedding/zh/<name>.md`. */
export const groups = [
  {
    en: 'Start',
    zh: '开始',
    pages: [
      'index',
      'console',
      'quickstart',
      'quickstart-node',
      'quickstart-python',
      'quickstart-php',
      'quickstart-java',
      'quickstart-go',
    ],
  },
  { en: 'Your server', zh: '您的服务器', pages: ['tokens', 'consent', 'webhooks', 'test-mode', 'reference'] },
  {
    en: 'Your page',
    zh: '您的网页',
    pages: ['features', 'theming', 'options', 'events', 'errors', 'frameworks', 'apps'],
  },
  { en: 'Going live', zh: '上线', pages: ['money', 'security', 'versions'] },
];
export const pages = groups.flatMap((one) => one.pages);

/** @typedef {'en' | 'zh'} Language */

/** The texts of the site around its pages. */
export const words = {
  en: {
    lang: 'en',
    site: 'Cloudphone for partners',
    search: 'Search',
    none: 'Nothing found',
    menu: 'Pages',
    other: '中文',
    playground: 'Playground',
    editor: 'Theme editor',
    skip: 'Skip to the text',
    next: 'Next',
  },
  zh: {
    lang: 'zh-CN',
    site: 'Cloudphone 合作伙伴文档',
    search: '搜索',
    none: '没有找到',
    menu: '目录',
    other: 'English',
    playground: '演练场',
    editor: '主题编辑器',
    skip: '跳到正文',
    next: '下一页',
  },
};
