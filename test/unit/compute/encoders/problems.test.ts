import { describe, expect, it } from 'vitest';
import { deviceLost, explained, type Subject } from '../../../../src/compute/encoders/problems.ts';
import { Cancelled, Failure } from '../../../../src/failure.ts';

const SUBJECT: Subject = { model: 'tiny', dtype: 'fp32', device: 'webgpu', sizeBytes: 438_000_000 };

function codeOf(thrown: unknown, subject = SUBJECT, doing: 'starting' | 'running' = 'running'): string {
  const error = explained(thrown, subject, doing);
  return error instanceof Failure ? error.code : error.name;
}

describe('explained', () => {
  it.each([
    'Out of memory',
    'std::bad_alloc',
    'Array buffer allocation failed',
    'failed to allocate a buffer of size 5242880000.',
    'Buffer size (2147483648) exceeds the max buffer size limit (1073741824).',
  ])('takes "%s" for a model that is too large, and says how large', (message) => {
    const error = explained(new Error(message), SUBJECT, 'starting') as Failure;
    expect(error.code).toBe('model-too-large');
    expect(error.what).toContain('438 MB');
  });

  it.each([
    'A valid external Instance reference no longer exists: Device is lost.',
    'WebGPU device lost (unknown): reset',
    'GPUDevice was destroyed',
    'mapAsync failed: the device is lost',
  ])('takes "%s" for a lost device on WebGPU only', (message) => {
    expect(codeOf(new Error(message))).toBe('device-lost');
    expect(codeOf(new Error(message), { ...SUBJECT, device: 'wasm' })).toBe('encoding-failed');
  });

  it('says what failed otherwise, with the cause', () => {
    const cause = new Error('non-zero status code\n  returned while running Gather node.');
    const error = explained(cause, SUBJECT, 'running') as Failure;
    expect(error.code).toBe('encoding-failed');
    expect(error.what).toContain('status code returned while running Gather node.');
    expect(error.cause).toBe(cause);
    expect(codeOf(cause, SUBJECT, 'starting')).toBe('model-unusable');
  });

  it('leaves failures and cancels as they are', () => {
    const failure = deviceLost('');
    expect(explained(failure, SUBJECT, 'running')).toBe(failure);
    expect(failure.what).toContain('does not say why');
    expect(codeOf(new Cancelled())).toBe('Cancelled');
  });
});
