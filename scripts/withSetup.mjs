/** `node scripts/withSetup.mjs [script.ts ...]`: sets up what is missing, then runs a TypeScript script. */
import { spawnSync } from 'node:child_process';
import { bin, root, say, setUp } from './setup.mjs';

const [script, ...args] = process.argv.slice(2);
try {
  await setUp();
} catch (error) {
  say(`\n${error.message}`);
  process.exit(1);
}
if (!script) process.exit(0);
const { status } = spawnSync(bin('tsx'), [script, ...args], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
