import { measureParameter, missingParameter, type Parameter } from './parameters.ts';

/** How imported scores were read. All of it was chosen with the file, so none can be changed after. */
export const scoresParameters: readonly Parameter[] = [
  {
    kind: 'text',
    name: 'file',
    label: 'File',
    help: 'Name of the file, and the first eight digits of its sha256.',
    initial: '',
    fixed: true,
  },
  {
    kind: 'text',
    name: 'column',
    label: 'Column',
    help: 'The column of the scores; empty where the file has only one.',
    initial: '',
    fixed: true,
  },
  {
    kind: 'text',
    name: 'ids',
    label: 'Joined by',
    help: 'The column of the ids that join scores to pairs; empty where they are joined by their order.',
    initial: '',
    fixed: true,
  },
  {
    kind: 'choice',
    name: 'numbers',
    label: 'Numbers',
    help: 'How numbers are written in the file. Percent signs and decimal commas are read on request only.',
    initial: 'plain',
    choices: [
      { value: 'plain', title: 'plain' },
      { value: 'percent', title: 'percent signs as hundredths' },
      { value: 'comma', title: 'decimal comma' },
      { value: 'percent-comma', title: 'percent signs and decimal comma' },
    ],
    fixed: true,
  },
  {
    kind: 'choice',
    name: 'absent',
    label: 'Pairs without a score',
    help: 'Whether a pair for which the file has no number was allowed, and is left out.',
    initial: 'refuse',
    choices: [
      { value: 'refuse', title: 'not allowed' },
      { value: 'skip', title: 'left out' },
    ],
    fixed: true,
  },
];

export const codeParameters: readonly Parameter[] = [
  {
    kind: 'text',
    name: 'name',
    label: 'Name',
    help: 'The name under which the code is saved.',
    initial: '',
    fixed: true,
  },
  {
    kind: 'text',
    name: 'revision',
    label: 'Revision',
    help: 'The first eight digits of the sha256 of its source: other code is another system.',
    initial: '',
    fixed: true,
  },
  measureParameter,
  missingParameter,
];
