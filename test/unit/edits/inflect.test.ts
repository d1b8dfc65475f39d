import { describe, expect, it } from 'vitest';
import {
  comparative,
  gerund,
  inflect,
  inflectionsOf,
  participle,
  past,
  plural,
  superlative,
  thirdPerson,
} from '../../../src/edits/inflect.ts';

describe('plural', () => {
  it.each([
    ['dog', 'dogs'],
    ['bus', 'buses'],
    ['box', 'boxes'],
    ['church', 'churches'],
    ['stomach', 'stomachs'],
    ['city', 'cities'],
    ['toy', 'toys'],
    ['potato', 'potatoes'],
    ['piano', 'pianos'],
    ['wolf', 'wolves'],
    ['roof', 'roofs'],
    ['woman', 'women'],
    ['policeman', 'policemen'],
    ['human', 'humans'],
    ['grandchild', 'grandchildren'],
    ['sheep', 'sheep'],
    ['goldfish', 'goldfish'],
  ])('%s: %s', (singular, expected) => expect(plural(singular)).toBe(expected));
});

describe('verbs', () => {
  it.each([
    ['run', 'runs', 'ran', 'run', 'running'],
    ['stop', 'stops', 'stopped', 'stopped', 'stopping'],
    ['rain', 'rains', 'rained', 'rained', 'raining'],
    ['show', 'shows', 'showed', 'shown', 'showing'],
    ['fix', 'fixes', 'fixed', 'fixed', 'fixing'],
    ['open', 'opens', 'opened', 'opened', 'opening'],
    ['prefer', 'prefers', 'preferred', 'preferred', 'preferring'],
    ['try', 'tries', 'tried', 'tried', 'trying'],
    ['play', 'plays', 'played', 'played', 'playing'],
    ['use', 'uses', 'used', 'used', 'using'],
    ['agree', 'agrees', 'agreed', 'agreed', 'agreeing'],
    ['die', 'dies', 'died', 'died', 'dying'],
    ['dye', 'dyes', 'dyed', 'dyed', 'dyeing'],
    ['watch', 'watches', 'watched', 'watched', 'watching'],
    ['quiz', 'quizzes', 'quizzed', 'quizzed', 'quizzing'],
    ['panic', 'panics', 'panicked', 'panicked', 'panicking'],
    ['go', 'goes', 'went', 'gone', 'going'],
    ['do', 'does', 'did', 'done', 'doing'],
    ['have', 'has', 'had', 'had', 'having'],
    ['be', 'is', 'was', 'been', 'being'],
    ['write', 'writes', 'wrote', 'written', 'writing'],
    ['put', 'puts', 'put', 'put', 'putting'],
  ])('%s: %s, %s, %s, %s', (base, ...forms) => {
    expect([thirdPerson(base), past(base), participle(base), gerund(base)]).toEqual(forms);
  });
});

describe('degrees', () => {
  it.each([
    ['hot', 'hotter', 'hottest'],
    ['large', 'larger', 'largest'],
    ['happy', 'happier', 'happiest'],
    ['narrow', 'narrower', 'narrowest'],
    ['simple', 'simpler', 'simplest'],
    ['good', 'better', 'best'],
    ['careful', 'more careful', 'most careful'],
    ['slowly', 'more slowly', 'most slowly'],
    ['lonely', 'lonelier', 'loneliest'],
  ])('%s: %s, %s', (base, ...forms) => expect([comparative(base), superlative(base)]).toEqual(forms));
});

describe('inflectionsOf', () => {
  it('names all that a form can be', () => {
    expect(inflectionsOf('cut', 'cut', 'verb')).toEqual(['base', 'past', 'participle']);
    expect(inflectionsOf('dogs', 'dog', 'noun')).toEqual(['plural']);
    expect(inflectionsOf('hottest', 'hot', 'adjective')).toEqual(['superlative']);
  });
  it('accepts the other spelling', () => {
    expect(inflectionsOf('travelled', 'travel', 'verb')).toEqual(['past', 'participle']);
    expect(inflectionsOf('cactuses', 'cactus', 'noun')).toEqual(['plural']);
  });
  it('tells "riding" of "ride" from "rid"', () => {
    expect(inflectionsOf('riding', 'rid', 'verb')).toEqual([]);
    expect(inflect('ride', 'gerund')).toBe('riding');
  });
});
