import { describe, expect, it } from 'vitest';
import { cancelledAtOnce } from '../../../src/compute/cancelledAtOnce.ts';
import { Cancelled } from '../../../src/failure.ts';
import { held, noReport } from '../support.ts';

const never = (): AbortSignal => new AbortController().signal;

describe('cancelledAtOnce', () => {
  it('rejects with the cancel, and lets the work go on unheard', async () => {
    const gate = held<void>();
    const controller = new AbortController();
    const reports: string[] = [];
    let finished = false;
    const waited = cancelledAtOnce(
      (_, __, what) => reports.push(what),
      controller.signal,
      async (report) => {
        report(0, 1, 'before');
        await gate.promise;
        report(1, 1, 'after');
        finished = true;
      },
    );
    controller.abort();
    await expect(waited).rejects.toBeInstanceOf(Cancelled);
    gate.resolve();
    await new Promise((resolve) => setTimeout(resolve));
    expect(finished).toBe(true);
    expect(reports).toEqual(['before']);
  });

  it('begins no work that is cancelled already', async () => {
    const controller = new AbortController();
    controller.abort();
    let begun = false;
    const work = cancelledAtOnce(noReport, controller.signal, async () => (begun = true));
    await expect(work).rejects.toBeInstanceOf(Cancelled);
    expect(begun).toBe(false);
  });

  it("begins anew where another's cancel stopped what is shared", async () => {
    let nth = 0;
    const work = async (): Promise<string> => {
      if (++nth < 3) throw new Cancelled();
      return 'done';
    };
    expect(await cancelledAtOnce(noReport, never(), work)).toBe('done');
    expect(nth).toBe(3);
  });

  it('does not begin anew for ever, nor after any other error', async () => {
    let nth = 0;
    const work = async (): Promise<void> => {
      nth++;
      throw new Cancelled();
    };
    await expect(cancelledAtOnce(noReport, never(), work)).rejects.toBeInstanceOf(Cancelled);
    expect(nth).toBe(5);
    let failed = 0;
    const fault = async (): Promise<void> => {
      failed++;
      throw new Error('no network');
    };
    await expect(cancelledAtOnce(noReport, never(), fault)).rejects.toThrow('no network');
    expect(failed).toBe(1);
  });
});
