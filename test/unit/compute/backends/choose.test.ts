import { describe, expect, it } from 'vitest';
import { chooseBackend, type BackendStarter } from '../../../../src/compute/backends/choose.ts';
import type { BackendName } from '../../../../src/compute/backends/types.ts';
import { plainSummer } from '../../../../src/systems/encoders/plainSummer.ts';
import type { SegmentSummer } from '../../../../src/systems/encoders/types.ts';
import { failureOf } from '../../support.ts';

type Behaviour = 'works' | 'throws' | 'zeros';

function starter(
  behaviour: Record<BackendName, Behaviour>,
  lacking: string | null = null,
): BackendStarter & { started: BackendName[] } {
  const started: BackendName[] = [];
  return {
    started,
    withoutWebGpu: async () => lacking,
    async start(name) {
      started.push(name);
      if (behaviour[name] === 'throws') throw new Error(`No ${name} for you. `);
      const summer: SegmentSummer = { ...plainSummer, backend: name };
      if (behaviour[name] === 'works') return summer;
      return {
        ...summer,
        async table(words, weights) {
          const table = await plainSummer.table(words, weights);
          return { ...table, sums: async (segments) => (await table.sums(segments)).fill(0) };
        },
      };
    },
  };
}
const ALL_WORK = { webgpu: 'works', wasm: 'works', cpu: 'works' } as const;

describe('chooseBackend, automatic', () => {
  it('takes WebGPU where it works', async () => {
    const all = starter(ALL_WORK);
    const { summer, state } = await chooseBackend('auto', all);
    expect(summer.backend).toBe('webgpu');
    expect(state).toEqual({
      backend: 'webgpu',
      preference: 'auto',
      why: 'chosen automatically: the fastest that this browser offers',
      refused: [],
    });
    expect(all.started).toEqual(['webgpu']);
  });

  it.each<[string, Partial<Record<BackendName, Behaviour>>, string | null, BackendName, string[]]>([
    [
      'case 34: no WebGPU',
      {},
      'the browser offers no WebGPU',
      'wasm',
      ['webgpu: the browser offers no WebGPU'],
    ],
    ['a start that throws', { webgpu: 'throws' }, null, 'wasm', ['webgpu: No webgpu for you']],
    ['case 33: zeros as results', { webgpu: 'zeros' }, null, 'wasm', ['webgpu: it computes wrong sums here']],
    [
      'neither WebGPU nor WebAssembly',
      { webgpu: 'zeros', wasm: 'throws' },
      null,
      'cpu',
      ['webgpu: it computes', 'wasm: No wasm'],
    ],
  ])('%s: goes to the next and says why', async (_, behaviour, lacking, backend, reasons) => {
    const { state, summer } = await chooseBackend('auto', starter({ ...ALL_WORK, ...behaviour }, lacking));
    expect(state.backend).toBe(backend);
    expect(summer.backend).toBe(backend);
    const found = state.refused.map((refusal) => `${refusal.backend}: ${refusal.reason}`);
    expect(found.length).toBe(reasons.length);
    reasons.forEach((reason, i) => {
      expect(found[i]).toContain(reason);
      expect(state.why).toContain(`no ${state.refused[i]!.backend}, ${state.refused[i]!.reason}`);
    });
  });

  it('fails with every reason where nothing works', async () => {
    const failure = await failureOf(() =>
      chooseBackend('auto', starter({ webgpu: 'works', wasm: 'throws', cpu: 'zeros' }, 'no adapter')),
    );
    expect(failure.code).toBe('no-backend');
    expect(failure.what).toMatch(
      /^webgpu can't be used: no adapter\. wasm can't be used: No wasm for you\. cpu can't/,
    );
    expect(failure.nextStep).toContain('word overlap works');
  });
});

describe('chooseBackend, by hand', () => {
  it('takes the one named, and tries no other', async () => {
    const all = starter(ALL_WORK);
    const { state } = await chooseBackend('cpu', all);
    expect(state).toEqual({ backend: 'cpu', preference: 'cpu', why: 'chosen by hand', refused: [] });
    expect(all.started).toEqual(['cpu']);
  });

  it.each<[BackendName, Behaviour, string | null]>([
    ['webgpu', 'works', 'no adapter'],
    ['webgpu', 'zeros', null],
    ['wasm', 'throws', null],
  ])('%s that %s (%s) is a Failure, never another backend', async (name, behaviour, lacking) => {
    const some = starter({ ...ALL_WORK, [name]: behaviour }, lacking);
    const failure = await failureOf(() => chooseBackend(name, some));
    expect(failure.code).toBe('no-backend');
    expect(failure.what).toContain(`${name} can't be used`);
    expect(failure.nextStep).toBe('Choose "automatic".');
    expect(some.started.filter((started) => started !== name)).toEqual([]);
  });
});

describe('case 34: what the browser says of WebGPU', () => {
  it('a question that throws refuses WebGPU and nothing else', async () => {
    const { state } = await chooseBackend('auto', {
      ...starter(ALL_WORK),
      withoutWebGpu: () => Promise.reject(new Error('blocked by policy')),
    });
    expect(state).toMatchObject({
      backend: 'wasm',
      refused: [{ backend: 'webgpu', reason: 'blocked by policy' }],
    });
  });
});
