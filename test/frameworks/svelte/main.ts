import { load } from '@cloudphone/embed';
import { mount } from 'svelte';
import App from './App.svelte';

load(document.documentElement.dataset.cloudphone ?? '').catch(console.error);
mount(App, { target: document.getElementById('app') as HTMLElement });
