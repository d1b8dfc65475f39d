import { mount } from 'svelte';
import App from './App.svelte';
import { openPlayground } from './app/playground.svelte.ts';
import './style.css';

const target = document.getElementById('app')!;
const playground = await openPlayground(new URL('./', document.baseURI).href, location.hash);
target.replaceChildren();
mount(App, { target, props: { playground } });
// For scripts and the console: `npm run evaluate` drives the page through it.
Object.assign(globalThis, { stsPlayground: playground });
