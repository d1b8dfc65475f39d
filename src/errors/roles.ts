import { FOCUS_ADVERBS, SUBORDINATORS } from './closedClasses.ts';
import type { Grammar } from './grammar.ts';
import type { Word } from './words.ts';

/** Who does what to whom, what belongs to what: [relation, governor, dependent], as base forms. */
export interface Relation {
  role: string;
  governor: Word;
  dependent: Word;
}

/** The roles of a sentence. A passive has the roles of its active: "was chased by the dog". */
export function relationsIn(grammar: Grammar, words: readonly Word[]): Relation[] {
  const found: Relation[] = [];
  const add = (role: string, governor: Word, dependent: Word) => found.push({ role, governor, dependent });
  for (const verb of grammar.verbs) {
    if (verb.subject) add(verb.passive ? 'object' : 'subject', verb.verb, verb.subject.head);
    if (verb.object) add('object', verb.verb, verb.object.head);
    if (verb.passive) {
      const agent = grammar.groups.find(
        (group) => group.preposition?.form === 'by' && group.head.index > verb.verb.index,
      );
      if (agent && !agent.temporal) add('subject', verb.verb, agent.head);
    }
  }
  for (const group of grammar.groups) {
    if (
      group.preposition &&
      !(group.preposition.form === 'by' && grammar.verbs.some((verb) => verb.passive))
    ) {
      add('after', group.preposition, group.head);
    }
    for (const word of group.words) {
      if (word !== group.head && word.content && word.value === null) add('modifier', group.head, word);
    }
  }
  let main: Word | null = null;
  for (const { verb, opener } of grammar.verbs) {
    if (opener && SUBORDINATORS.has(opener.form)) add('clause', opener, verb);
    else if (!opener) main ??= verb;
  }
  if (main) add('main', main, main);
  for (const word of words) {
    const next = words[word.index + 1];
    if (FOCUS_ADVERBS.has(word.form) && next) {
      const group = grammar.groupOf[next.index];
      add('focus', group ? group.head : next, word);
    }
  }
  return found;
}
