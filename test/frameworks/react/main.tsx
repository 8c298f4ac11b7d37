import { load } from '@cloudphone/embed';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app';

load(document.documentElement.dataset.cloudphone ?? '').catch(console.error);
// the page comes from a server that has rendered it, as with Next
hydrateRoot(
  document.getElementById('app') as HTMLElement,
  <StrictMode>
    <App />
  </StrictMode>,
);
