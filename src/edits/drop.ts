import type { Parse } from './clauses.ts';
import { makeEdit, quote } from './make.ts';
import { readNounPhrase, readPrepositionalPhrase, type Phrase } from './phrases.ts';
import { keep } from './splice.ts';
import { isTime } from './swap.ts';
import type { Edit } from './types.ts';
import { verbForm } from './words.ts';

/** Verbs that need what follows them: "put the book on the table", "depends on the weather". */
const NEEDS_PHRASE =
  /^(?:be|put|place|lay|set|seem|become|rely|depend|consist|belong|refer|lead|look|wait|live|stay|remain|keep|sound|turn)$/;
/** Adverbs that a sentence can do without, beside those in -ly. */
const ADVERBS =
  /^(?:very|really|quite|rather|too|so|often|always|usually|sometimes|still|also|just|now|then|soon|again|together|outside|inside|already|almost|even|here|there|alone|away|today|yesterday|tomorrow|tonight|finally|perhaps|maybe|once|twice|fast|well|slowly)$/;
const DEGREE = /^(?:very|really|quite|rather|too|so|extremely|almost|highly|more|most|as)$/;
const DROPS_NOT =
  /^(?:only|nearly|hardly|barely|scarcely|rarely|seldom|not|never|likely|early|daily|how|when|where|why|more|most|less|least|than|as|up|down|off|out|over)$/;

/** What can go without breaking the sentence, longest first: phrases, adverbials, asides, modifiers. */
export function droppings(parse: Parse): Edit[] {
  const phrases = [
    ...asides(parse),
    ...prepositionalPhrases(parse),
    ...times(parse),
    ...adverbs(parse),
    ...modifiers(parse),
  ];
  const seen = new Set<number>();
  const found: Edit[] = [];
  for (const phrase of phrases) {
    if (seen.has(phrase.first)) continue;
    const edit = drop(parse, phrase);
    if (!edit) continue;
    seen.add(phrase.first);
    found.push(edit);
  }
  return found;
}

function drop(parse: Parse, { first, end }: Phrase): Edit | null {
  const { sentence, words } = parse;
  const { tokens } = sentence;
  // "on the Wals.info site": the tagger's tokens are not words there.
  const after = tokens[end];
  const isGlued =
    after !== undefined && after.start === tokens[end - 1]!.end && tokens[end + 1]?.start === after.end;
  if (isGlued) return null;
  const isMark = (index: number): boolean => tokens[index]?.text === ',';
  const opens = first === 0 || /^[.!?;:]$/.test(words[first - 1]!.form);
  const closes = end >= tokens.length || /^[.!?;:]$/.test(tokens[end]!.text);
  // Its commas go with it: "In the park, a dog ..."; ", based in Ohio, ..."; "..., however."
  const from = isMark(first - 1) && (isMark(end) || closes) ? first - 1 : first;
  const to = isMark(end) && (opens || isMark(first - 1)) ? end + 1 : end;
  const left = [...keep(sentence, 0, from), ...keep(sentence, to, tokens.length)];
  if (left.filter((piece) => /[\p{L}\p{N}]/u.test(piece.text)).length < 2) return null;
  return makeEdit(parse, 'drop', `drop ${quote(parse, first, end)}`, left);
}

/** The prepositional phrases that neither the verb nor a noun needs. */
function prepositionalPhrases(parse: Parse): Phrase[] {
  const { words, lexicon } = parse;
  const found: Phrase[] = [];
  for (let index = 0; index < words.length; index++) {
    const phrase = readPrepositionalPhrase(words, index, lexicon);
    if (!phrase) continue;
    if (phrase.preposition === 'of' || words[index - 1]?.tag === 'ADP' || words[index - 1]?.form === 'than')
      continue;
    if (isNeeded(parse, index) || hasFollower(parse, phrase)) continue;
    found.push({ first: index, end: phrase.end });
  }
  return found;
}

/** Whether the verb before a phrase, or before the object before it, would be left hanging. */
function isNeeded(parse: Parse, index: number): boolean {
  const { words, clauses, lexicon } = parse;
  // "a number of", "kind of", "from 3 to 5", "next to"
  if (
    /^(?:-|next|close|due|according|because|instead|able|full|made|used|based|up|such|front|out)$/.test(
      words[index - 1]?.form ?? '',
    )
  )
    return true;
  if (
    words[index - 1]?.tag === 'ADJ' &&
    clauses.some((clause) => clause.base === 'be' && clause.main < index)
  )
    return true;
  let at = index - 1;
  while (at >= 0 && words[at]!.tag === 'ADV') at--;
  if (at < 0) return false;
  const direct = clauses.find((clause) => clause.main === at || clause.not === at);
  if (direct) return NEEDS_PHRASE.test(direct.base);
  if (words[at]!.tag === 'VERB' && words[index]!.form === 'to') return true;
  if (words[at]!.tag === 'VERB') return NEEDS_PHRASE.test(verbForm(words[at]!.form, lexicon)?.base ?? '');
  const holder = clauses.find((clause) => clause.object?.end === at + 1 && clause.preposition < 0);
  return holder !== undefined && /^(?:put|place|lay|set|keep)$/.test(holder.base);
}

/** "with the woman who sings": the clause behind would lose what it describes. */
function hasFollower(parse: Parse, phrase: Phrase): boolean {
  const next = parse.words[phrase.end];
  if (!next) return false;
  if (/^(?:who|which|that|whose|where|of|'s|to)$/.test(next.form)) return true;
  return (
    next.tag === 'VERB' &&
    /(?:ing|ed)$/.test(next.form) &&
    !parse.clauses.some((clause) => clause.main === phrase.end)
  );
}

/** "yesterday", "last Thursday": a time that is neither subject nor behind a preposition. */
function times(parse: Parse): Phrase[] {
  const { words, clauses, lexicon } = parse;
  const found: Phrase[] = [];
  for (let index = 0; index < words.length; index++) {
    const phrase = readNounPhrase(words, index, lexicon);
    if (!phrase) continue;
    index = phrase.end - 1;
    const before = words[phrase.first - 1];
    const after = words[phrase.end];
    if (!isTime(parse, phrase) || before?.tag === 'ADP') continue;
    if (
      !/(?:day|week|month|year|morning|night|evening|tomorrow|weekend|january|february|march|april|june|july|august|september|october|november|december)s?$/.test(
        words[phrase.head]!.form,
      )
    )
      continue;
    if (
      /^(?:and|or|-|ago|of|'s|later|old)$/.test(after?.form ?? '') ||
      /^(?:and|or|-)$/.test(before?.form ?? '')
    )
      continue;
    if (
      clauses.some(
        (clause) =>
          clause.subject?.head === phrase.head ||
          (clause.object?.first === phrase.first && clause.base === 'be'),
      )
    )
      continue;
    found.push(phrase);
  }
  return found;
}

function adverbs(parse: Parse): Phrase[] {
  const { words, clauses } = parse;
  const found: Phrase[] = [];
  words.forEach(({ tag, form }, index) => {
    if (tag !== 'ADV' || DROPS_NOT.test(form) || !(ADVERBS.test(form) || form.endsWith('ly'))) return;
    const before = words[index - 1];
    const after = words[index + 1];
    if (before && (/^(?:as|than|-|and|or|at|how)$/.test(before.form) || DEGREE.test(before.form))) return;
    if (after && /^(?:as|than|-|and|or|of|that)$/.test(after.form)) return;
    // "He is here", "It went well"
    if (
      clauses.some(
        (clause) =>
          (clause.main === index - 1 || clause.not === index - 1) &&
          (clause.base === 'be' || /^(?:well|away|there)$/.test(form)) &&
          !(after?.tag === 'ADJ' || after?.tag === 'VERB' || after?.tag === 'DET' || after?.tag === 'ADP'),
      )
    )
      return;
    if (/^(?:so|too)$/.test(form) && after?.tag !== 'ADJ' && after?.tag !== 'ADV') return;
    found.push({ first: index, end: index + 1 });
  });
  return found;
}

/** "The firm, based in Ohio, said ...": what stands between the subject and its verb in commas. */
function asides(parse: Parse): Phrase[] {
  const { words, clauses } = parse;
  const found: Phrase[] = [];
  for (const { subject, main, auxiliaries } of clauses) {
    const verb = auxiliaries[0] ?? main;
    if (!subject || words[verb - 1]?.form !== ',' || subject.end !== verb) continue;
    for (let first = verb - 2; first > subject.head; first--) {
      if (words[first]!.form !== ',') continue;
      if (
        first + 1 < verb - 1 &&
        /^(?:who|which|VERB|ADP|DET)$/.test(
          words[first + 1]!.tag === 'PRON' ? words[first + 1]!.form : words[first + 1]!.tag,
        )
      ) {
        found.push({ first: first + 1, end: verb - 1 });
      }
      break;
    }
  }
  return found;
}

/** Adjectives before their noun; those that "and" joins go together. */
function modifiers(parse: Parse): Phrase[] {
  const { words, lexicon } = parse;
  const found: Phrase[] = [];
  for (let index = 0; index < words.length; index++) {
    const phrase = readNounPhrase(words, index, lexicon);
    if (!phrase) continue;
    for (let at = phrase.first; at < phrase.head; at++) {
      if (
        words[at]!.tag !== 'ADJ' ||
        /^(?:other|same|such|own|next|last|first|second|few|many|more|most|several|certain|only|main|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th))$/.test(
          words[at]!.form,
        )
      )
        continue;
      let end = at + 1;
      while (
        end < phrase.head &&
        /^(?:CCONJ|PUNCT)$/.test(words[end]!.tag) &&
        words[end]!.form !== '-' &&
        words[end + 1]!.tag === 'ADJ'
      )
        end += 2;
      const isHyphened = words[end]!.form === '-' || words[at - 1]?.form === '-';
      const first = words[at - 1]?.tag === 'ADV' && at - 1 >= phrase.first ? at - 1 : at;
      if (
        !isHyphened &&
        words[end]!.tag !== 'PUNCT' &&
        (words[end]!.tag === 'NOUN' || words[end]!.tag === 'ADJ')
      )
        found.push({ first, end });
      at = end - 1;
    }
    index = phrase.end - 1;
  }
  return found;
}
