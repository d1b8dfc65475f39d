import { expose } from 'comlink';
import { hubModel } from '../../../models/hub.ts';
import { keepErrorKinds } from '../errors.ts';
import { keepingFetch } from '../models/kept.ts';
import { adoptFolder, openModelFiles } from '../models/open.ts';
import { browserOrt } from './browserOrt.ts';
import { Encoder } from './encoder.ts';

keepErrorKinds();
// `caches` is absent on plain http.
const sources = { fetch: ((url, init) => fetch(url, init)) as typeof fetch, caches: globalThis.caches };
expose(
  new Encoder({
    runtime: browserOrt(keepingFetch(sources.fetch, sources.caches)),
    openFiles: (model, place, ...rest) => openModelFiles(model, { ...place, ...sources }, ...rest),
    adoptFolder: (model, files, ...rest) => adoptFolder(model, files, sources, ...rest),
    catalogue: hubModel,
  }),
);
