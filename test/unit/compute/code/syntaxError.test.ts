import { describe, expect, it } from 'vitest';
import { placeInStack } from '../../../../src/compute/code/place.ts';
import { findSyntaxError } from '../../../../src/compute/code/syntaxError.ts';

const error = new SyntaxError('Unexpected token');

describe('findSyntaxError', () => {
  it('reads the source as a script of the same lines that does not run', async () => {
    let ran = '';
    const source = 'export const a = 1;\n  export async function f() {}\nconst text = "export";\n';
    await findSyntaxError(source, error, async (script) => {
      ran = script;
      return null;
    });
    expect(ran.split('\n')).toEqual([
      "'use strict';if(0){       const a = 1;",
      '         async function f() {}',
      'const text = "export";',
      '',
      '}',
    ]);
    expect(() => (0, eval)(ran) as unknown).not.toThrow();
  });

  it('gives the place that is reported, without what stands before the first line', async () => {
    const report = async () => ({ message: 'Uncaught SyntaxError: Unexpected token', lineno: 1, colno: 25 });
    expect(await findSyntaxError('x', error, report)).toEqual({ line: 1, column: 6 });
    const second = async () => ({ message: 'Uncaught SyntaxError: Unexpected token', lineno: 2, colno: 25 });
    expect(await findSyntaxError('x', error, second)).toEqual({ line: 2, column: 25 });
  });

  it('gives none for another fault, or none', async () => {
    const other = async () => ({ message: 'Uncaught SyntaxError: Something else', lineno: 2, colno: 2 });
    expect(await findSyntaxError('x', error, other)).toBeNull();
    expect(await findSyntaxError('x', error, async () => null)).toBeNull();
  });

  it('takes the place that other browsers put into the error', async () => {
    const report = (): never => {
      throw new Error('nothing is to be evaluated');
    };
    const own = Object.assign(new SyntaxError('x'), { lineNumber: 3, columnNumber: 7 });
    expect(await findSyntaxError('x', own, report)).toEqual({ line: 3, column: 7 });
  });
});

describe('placeInStack', () => {
  it('is the topmost frame of the script', () => {
    const stack = 'Error: x\n at other.js:1:1\n at f (blob:own:7:3)\n at blob:own:9:1';
    expect(placeInStack(stack, 'blob:own')).toEqual({ line: 7, column: 3 });
    expect(placeInStack(stack, 'blob:another')).toBeNull();
    expect(placeInStack(undefined, 'blob:own')).toBeNull();
    expect(placeInStack('Error: blob:own: no place', 'blob:own')).toBeNull();
  });
});
