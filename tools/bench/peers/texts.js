import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import en from './texts-en.json';
import zh from './texts-zh.json';

const stored = localStorage.getItem('peer-language');

export const i18n = createInstance();
i18n.use(initReactI18next).init({
  resources: { en: { translation: en }, zh: { translation: zh } },
  lng: stored ?? (navigator.language.startsWith('zh') ? 'zh' : 'en'),
  fallbackLng: 'en',
  interpolation: { escapeValue: false },
});

export function setLanguage(language) {
  localStorage.setItem('peer-language', language);
  document.documentElement.lang = language;
  return i18n.changeLanguage(language);
}
