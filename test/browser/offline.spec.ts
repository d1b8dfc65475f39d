import { expect, runAll, showView, test, visit } from './page.ts';

test('no request leaves the origin over a whole session', async ({ page, context, watch, baseURL }) => {
  const { origin } = new URL(baseURL!);
  const refused: string[] = [];
  await context.route(
    (url) => url.origin !== origin,
    (route) => {
      refused.push(route.request().url());
      return route.abort();
    },
  );
  await visit(page);
  await runAll(page);
  await page.getByRole('combobox', { name: 'Break down by' }).selectOption('category');
  await page.getByTestId('pairs').getByRole('button').first().click();
  await page.getByRole('button', { name: 'Provenance' }).first().click();
  await showView(page, 'Data');
  await expect(page.getByTestId('benchmarks')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(refused).toEqual([]);
  expect(watch.requested.length).toBeGreaterThan(5);
  expect(watch.requested.filter((url) => new URL(url).origin !== origin)).toEqual([]);
});
