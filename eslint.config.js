import globals from 'globals';
import importX, { createNodeResolver } from 'eslint-plugin-import-x';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';

const BELOW_APP = [
  'compute',
  'storage',
  'systems',
  'benchmarks',
  'evaluation',
  'errors',
  'edits',
  'language',
  'measures',
  'text',
];

/** Which rooms of the house each room may look into (besides itself and src/failure.ts). */
const arrows = {
  text: [],
  measures: [],
  benchmarks: ['text'],
  evaluation: [],
  language: ['text'],
  errors: ['language', 'text'],
  edits: ['language', 'text'],
  systems: ['measures', 'text', 'benchmarks'],
  compute: ['systems', 'benchmarks', 'evaluation', 'errors', 'edits', 'language', 'measures', 'text'],
  storage: ['systems', 'benchmarks', 'errors'],
  charts: [],
  sw: [],
  app: ['sw', ...BELOW_APP],
  views: ['app', 'charts', ...BELOW_APP],
};

const zones = Object.entries(arrows).map(([room, may]) => ({
  target: `./src/${room}`,
  from: './src',
  except: [`./${room}`, './failure.ts', ...may.map((other) => `./${other}`)],
  message: `${room}/ may only import from ${[...may, 'failure.ts'].join(', ')}: arrows go one way.`,
}));

const pure = ['text', 'benchmarks', 'measures', 'evaluation', 'systems', 'language', 'errors', 'edits'].map(
  (room) => `src/${room}/**`,
);
const forbid = (...names) =>
  names.map((name) => ({ name, message: 'Pure rooms run in Node and page alike.' }));

export default ts.config(
  { ignores: ['dist', 'public', 'node_modules', '.cache', 'test-results'] },
  ...ts.configs.recommended,
  ...svelte.configs['flat/recommended'],
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [
        createNodeResolver({ extensions: ['.ts', '.mts', '.svelte', '.js', '.mjs', '.json'] }),
      ],
      'import-x/extensions': ['.ts', '.js', '.mjs'],
      'import-x/ignore': ['node_modules'],
      // Imports of a .svelte file are parsed by their own kind, not by the Svelte parser.
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.mts'] },
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'import-x/extensions': ['error', 'always', { ignorePackages: true }],
      // Sets and maps are replaced whole ($state.raw), never changed in place.
      'svelte/prefer-svelte-reactivity': 'off',
      eqeqeq: 'error',
      'no-console': ['error', { allow: ['warn', 'error'] }],
      'max-lines': ['error', { max: 400 }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-restricted-syntax': [
        'error',
        {
          selector: "NewExpression[callee.name='Worker']",
          message: 'Only compute/ starts workers.',
        },
        {
          selector:
            "CallExpression[callee.object.name='Math'][callee.property.name=/^(min|max)$/] > SpreadElement",
          message: 'A spread throws on a large column: loop.',
        },
      ],
    },
  },
  {
    files: pure,
    rules: {
      'no-restricted-globals': [
        'error',
        ...forbid('window', 'document', 'navigator', 'indexedDB', 'localStorage', 'self', 'process'),
      ],
    },
  },
  { files: ['src/compute/clients/**'], rules: { 'no-restricted-syntax': 'off' } },
  { files: ['scripts/**', 'models/**', 'test/**'], rules: { 'no-console': 'off' } },
);
