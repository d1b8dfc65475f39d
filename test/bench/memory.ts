import { existsSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/**
 * The most memory that the process of a tab ever had resident, workers and WebAssembly included, by the kernel's
 * count (VmHWM). Null where it can't be asked: it is Linux only.
 */
export async function peakResidentBytes(page: Page): Promise<number | null> {
  if (!existsSync('/proc/self/status')) return null;
  const session = await page.context().browser()!.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  // A browser keeps small renderers of its own beside the tab's.
  let most = 0;
  for (const { type, id } of processInfo) {
    if (type !== 'renderer') continue;
    const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1];
    if (!peak) throw new Error(`/proc/${id}/status names no VmHWM.`);
    most = Math.max(most, Number(peak) * 1024);
  }
  return most;
}
