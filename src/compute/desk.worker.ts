import { expose } from 'comlink';
import { Desk } from './desk.ts';
import { keepErrorKinds } from './errors.ts';

keepErrorKinds();
expose(new Desk((url, init) => fetch(url, init)));
