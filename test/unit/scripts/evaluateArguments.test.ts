import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { check, readArguments } from '../../../scripts/evaluateArguments.ts';

const HERE = fileURLToPath(import.meta.url);
const checked = (...argv: string[]) => check(readArguments(argv));

describe('the arguments of evaluate', () => {
  it('systems of several lists, commas in parentheses left alone; the parts that a split and a set name', () => {
    expect(
      checked(
        ...['--benchmark', 'sts2014-test', '--set', 'images'],
        ...['--system', 'overlap-cosine,sif(a=1e-4,components=2)', '--system', 'glove-sum'],
      ),
    ).toEqual({
      systems: ['overlap-cosine', 'sif(a=1e-4,components=2)', 'glove-sum'],
      parts: ['test/images'],
      scale: null,
    });
  });

  it('a file has the parts that the page finds in it, and may have a scale', () => {
    expect(checked('--file', HERE, '--system', 'sif', '--scale=-1,1')).toMatchObject({
      parts: null,
      scale: [-1, 1],
    });
  });

  it.each([
    [
      'an unknown benchmark',
      ['--benchmark', 'stsbenchmarc', '--system', 'sif'],
      /stsbenchmarc.*stsbenchmark/s,
    ],
    ['a split that it lacks', ['--benchmark', 'contrast', '--split', 'dev', '--system', 'sif'], /dev/],
    ['a set that it lacks', ['--benchmark', 'sts2014-test', '--set', 'films', '--system', 'sif'], /films/],
    ['an unknown system', ['--benchmark', 'contrast', '--system', 'bert'], /no system "bert".*glove-sum/s],
    ['an unknown parameter', ['--benchmark', 'contrast', '--system', 'sif(b=1)'], /sif has no parameter "b"/],
    ['no system', ['--benchmark', 'contrast'], /No --system was given/],
    ['no pairs', ['--system', 'sif'], /Neither --benchmark nor --file was given/],
    ['both', ['--benchmark', 'contrast', '--file', HERE, '--system', 'sif'], /exclude each other/],
    [
      'no such backend',
      ['--benchmark', 'contrast', '--system', 'sif', '--backend', 'cuda'],
      /no backend "cuda"/,
    ],
    [
      'a scale without a file',
      ['--benchmark', 'contrast', '--scale', '0,5', '--system', 'sif'],
      /goes with --file/,
    ],
    ['an option that there is not', ['--benchmark', 'contrast', '--sistem', 'sif'], /--sistem/],
    ...['5', '5,0', '0,', '0,5,9', 'low,high', '0,Infinity'].map(
      (scale) =>
        [
          `the scale ${scale}`,
          ['--file', HERE, '--scale', scale, '--system', 'sif'],
          /is no scale.*--scale 0,5/,
        ] as const,
    ),
    ...['--file', '--vectors', '--frequencies', '--context'].map(
      (option) =>
        [
          `${option} that is not there`,
          ['--file', HERE, '--system', 'sif', option, 'not-there.tsv'],
          /not-there\.tsv is not there/,
        ] as const,
    ),
  ] as const)('refuses %s, and says what to do', (_, argv, message) => {
    expect(() => checked(...argv)).toThrow(message);
  });
});
