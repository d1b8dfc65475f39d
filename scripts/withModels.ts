import { parseSystem, splitOutsideParentheses } from '../src/systems/registry.ts';

/**
 * The system with the user's models, by parameter ("vectors", "frequencies"), where it has such a parameter and
 * its text names no other model for it.
 * @throws Failure of `parseSystem`
 */
export function withModels(system: string, models: Readonly<Record<string, string>>): string {
  const { parameters } = parseSystem(system);
  const head = system.split('(')[0]!.trim();
  const inside = /\((.*)\)\s*$/su.exec(system)?.[1] ?? '';
  const settings = splitOutsideParentheses(inside);
  const named = new Set(settings.map((setting) => setting.slice(0, setting.indexOf('=')).trim()));
  for (const [name, id] of Object.entries(models)) {
    if (name in parameters && !named.has(name)) settings.push(`${name}=${id}`);
  }
  return `${head}(${settings.join(',')})`;
}
