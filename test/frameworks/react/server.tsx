import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { App } from './app';

// what a server sends before the script is there
process.stdout.write(
  renderToString(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
