import { load } from '@cloudphone/embed';
import { cloudphone } from '@cloudphone/embed/vue';
import { createApp } from 'vue';
import App from './App.vue';

load(document.documentElement.dataset.cloudphone ?? '').catch(console.error);
createApp(App).use(cloudphone).mount('#app');
