/** `npm start`: sets up what is missing and serves the built page. `npm run dev`: the same with the sources. */
import { spawn } from 'node:child_process';
import { benchmarks, bin, install, models, root, say, setUp } from './setup.mjs';

const dev = process.argv.includes('--dev');
const passedOn = process.argv.slice(2).filter((argument) => argument !== '--dev');
try {
  if (dev) {
    await install();
    await models();
    await benchmarks();
  } else await setUp();
} catch (error) {
  say(`\n${error.message}`);
  process.exit(1);
}
const child = spawn(bin('vite'), [dev ? 'dev' : 'preview', ...passedOn], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 0));
