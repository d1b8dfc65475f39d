import { expose } from 'comlink';
import { proposeEdits } from '../edits/propose.ts';
import { replaceToken } from '../edits/replaceToken.ts';
import { categorise } from '../errors/categorise.ts';
import { keepErrorKinds } from './errors.ts';
import { Language } from './language.ts';
import { keepingFetch } from './models/kept.ts';

keepErrorKinds();
expose(
  new Language({
    // `caches` is absent on plain http.
    fetch: keepingFetch((url, init) => fetch(url, init), globalThis.caches),
    categorise,
    proposeEdits,
    replaceToken,
  }),
);
