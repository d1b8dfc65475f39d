import { mount } from 'svelte';
import App from './App.svelte';
import { isolate } from './app/hosting.ts';
import { openPlayground } from './app/playground.svelte.ts';
import './style.css';

const siteUrl = new URL('./', document.baseURI).href;
// Before anything begins; what follows is then for the page that is loaded next.
if (import.meta.env.PROD && (await isolate(siteUrl))) await new Promise(() => {});

const target = document.getElementById('app')!;
const playground = await openPlayground(siteUrl, location.hash);
// In a task of its own: what was opened has begun its work meanwhile.
await new Promise((resolve) => setTimeout(resolve));
target.replaceChildren();
mount(App, { target, props: { playground } });
// For scripts and the console: `npm run evaluate` drives the page through it.
Object.assign(globalThis, { stsPlayground: playground });

if (import.meta.env.PROD) void playground.update.begin(import.meta.url, playground.activities.quiet());
