import { mount } from 'svelte';
import { registerSW } from 'virtual:pwa-register';
import App from './App.svelte';
import { openPlayground } from './app/playground.svelte.ts';
import './style.css';

const target = document.getElementById('app')!;
const playground = await openPlayground(new URL('./', document.baseURI).href, location.hash);
target.replaceChildren();
mount(App, { target, props: { playground } });
// For scripts and the console: `npm run evaluate` drives the page through it.
Object.assign(globalThis, { stsPlayground: playground });

const update = registerSW({
  onNeedRefresh: () =>
    playground.notices.add(
      'note',
      'A new version of the page is ready.',
      'Take it when nothing is running.',
      {
        title: 'Reload now',
        accept: () => void update(),
      },
    ),
});
