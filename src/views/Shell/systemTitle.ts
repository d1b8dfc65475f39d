import { definitionOf, type SystemSpec } from '../../systems/registry.ts';
import { modelTitle } from './models.ts';

/** What a system is called on its card: by its model, its file or its code where it has one, else by its kind. */
export function systemTitle({ kind, parameters }: SystemSpec): string {
  const { needs, title } = definitionOf(kind);
  switch (needs) {
    case 'encoder':
      return modelTitle(String(parameters.model));
    case 'code':
      return String(parameters.name);
    case 'file':
      return [String(parameters.file).replace(/#[0-9a-f]*$/u, ''), String(parameters.column)]
        .filter((part) => part !== '')
        .join(', ');
    default:
      return title;
  }
}
