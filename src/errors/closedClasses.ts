/**
 * Closed classes of English words that the rules ask for: words that grammar counts on its fingers. After Huddleston
 * and Pullum (2002), chapters 5 (numerals), 7 (prepositions) and 9 (negation), where not said otherwise.
 */

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Deny a clause from beside its verb. The last five are approximate negators. */
export const CLAUSE_NEGATORS = set("not n't never nor cannot hardly barely scarcely rarely seldom");
/** Deny a nominal group, and the clause where that is its subject. */
export const NOMINAL_NEGATORS = set('no neither none');
/** Deny the clause that they are the subject or object of. */
export const NEGATIVE_PRONOUNS = set('nobody nothing nowhere no-one noone');
/** "unless" is "if not". */
export const NEGATIVE_SUBORDINATORS = set('unless lest');
export const NEGATIVE_PREPOSITIONS = set('without minus sans');
/** Implicative verbs and adjectives that deny the infinitive after them (Karttunen 1971). */
export const DENYING_WITH_INFINITIVE = set(
  'fail refuse decline neglect omit forget unable unwilling failure refusal inability',
);
/** Verbs that deny the noun or the "-ing" form after them. */
export const DENYING_WITH_OBJECT = set('lack avoid');
/**
 * Deny by their meaning, often in a paraphrase of a plain "not". They are weighed against a cue of the other sentence
 * but are no cue themselves: "stayed away" differs from "came" in more than a "not".
 */
export const QUIET_NEGATORS = set(
  'miss lack avoid deny fail refuse decline neglect omit forget unable absent absence free instead rather prevent stop ' +
    'cease except little few too skip abstain reject unlikely anything devoid zero empty ' +
    'forbid prohibit ban impossible incapable almost doubt withhold ignore bereft',
);
/** Prefixes and suffixes that deny the word they are part of. */
export const NEGATIVE_AFFIX = /^(un|in|im|il|ir|dis|non|mis)-?(?=[a-z]{3})|(?<=[a-z]{3})(less|free)$/;

/** Words that turn a following clause into an adjunct of the one before or after it. */
export const SUBORDINATORS = set(
  'before after because since although though while whereas when whenever until till unless if once whether as',
);
/** Refer back to the noun before them. */
export const RELATIVES = set('who whom which that');
/** Prepositions and connectives whose two sides are not alike: A before B is not B before A. */
export const DIRECTED = set(
  'before after than from to into onto over under above below behind because since until for with without of like by ' +
    'in on at around through towards toward against between beside instead despite although though while if when unless so',
);
/** "A met B" says what "B met A" says. */
export const SYMMETRIC_VERBS = set('meet marry divorce resemble equal match differ converse correspond');
/** Between what was said and who said it: "X, said Y" is "Y said X". */
export const REPORTING_VERBS = set('say report announce state add claim note explain reply confirm declare');
/** Their place says what is set apart from the rest. */
export const FOCUS_ADVERBS = set('only even just merely solely also almost nearly mostly mainly');

export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    zero: 0, nil: 0, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10,
    eleven: 11, twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17, eighteen: 18,
    nineteen: 19, twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90,
    single: 1, both: 2, pair: 2, couple: 2, twin: 2, trio: 3, quartet: 4, dozen: 12, half: 0.5, quarter: 0.25,
  }),
); // prettier-ignore
export const MULTIPLIERS: ReadonlyMap<string, number> = new Map([
  ['dozen', 12],
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
]);
export const ORDINAL_WORDS: ReadonlyMap<string, number> = new Map(
  (
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth ' +
    'sixteenth seventeenth eighteenth nineteenth twentieth'
  )
    .split(' ')
    .map((word, i) => [word, i + 1]),
);
/** Quantities without a number. */
export const VAGUE_QUANTITIES = set('some several many few all most every each numerous multiple');
/** How often. */
export const TIMES_WORDS: ReadonlyMap<string, number> = new Map([
  ['once', 1],
  ['twice', 2],
  ['thrice', 3],
]);
/** How many times as much. */
export const FACTOR_WORDS: ReadonlyMap<string, number> = new Map([
  ['double', 2],
  ['twofold', 2],
  ['treble', 3],
  ['triple', 3],
  ['threefold', 3],
  ['quadruple', 4],
  ['halve', 0.5],
]);
export const MONTHS =
  'january february march april may june july august september october november december'.split(' ');
export const SHORT_MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
export const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
/** Units that people convert without thinking: [base unit, how many of it]. */
export const UNITS: ReadonlyMap<string, readonly [string, number]> = new Map([
  ['second', ['second', 1]],
  ['minute', ['second', 60]],
  ['hour', ['second', 3600]],
  ['day', ['day', 1]],
  ['night', ['day', 1]],
  ['week', ['day', 7]],
  ['fortnight', ['day', 14]],
  ['month', ['month', 1]],
  ['year', ['month', 12]],
  ['decade', ['month', 120]],
  ['century', ['month', 1200]],
  ['gram', ['gram', 1]],
  ['kilo', ['gram', 1000]],
  ['kilogram', ['gram', 1000]],
  ['kilogramme', ['gram', 1000]],
  ['tonne', ['gram', 1e6]],
  ['metre', ['metre', 1]],
  ['meter', ['metre', 1]],
  ['centimetre', ['metre', 0.01]],
  ['kilometre', ['metre', 1000]],
  ['kilometer', ['metre', 1000]],
  ['penny', ['penny', 1]],
  ['pence', ['penny', 1]],
  ['pound', ['penny', 100]],
]);
/** Nouns that say when: such a nominal group is no subject or object, wherever it stands. */
export const TIME_NOUNS = set(
  'today tonight yesterday tomorrow morning afternoon evening night day week weekend month year noon midnight spring summer ' +
    "autumn winter decade time o'clock",
);

/** Prepositions and particles that are opposites of one another, which WordNet does not list. */
const OPPOSITE_PAIRS =
  'up/down in/out on/off over/under above/below inside/outside into/from into/out onto/off before/after ahead/behind ' +
  'with/against for/against to/from towards/from toward/from towards/away upstairs/downstairs upwards/downwards ' +
  'upstream/downstream uphill/downhill indoors/outdoors forwards/backwards forward/backward top/bottom here/there under/over ' +
  'within/outside aboard/ashore near/far more/less most/least many/few much/little underneath/above beneath/above ' +
  'off/on past/future upriver/downriver overhead/underfoot leeward/windward since/until';
export const OPPOSITES: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const opposites = new Map<string, Set<string>>();
  for (const pair of OPPOSITE_PAIRS.split(' ')) {
    const [one, two] = pair.split('/') as [string, string];
    for (const [a, b] of [
      [one, two],
      [two, one],
    ] as const) {
      const known = opposites.get(a);
      if (known) known.add(b);
      else opposites.set(a, new Set([b]));
    }
  }
  return opposites;
})();

/** Words whose pairs differ in sex alone: sister terms, whatever else may oppose them. After the glosses of WordNet. */
export const SEX_WORDS = set('male female man woman boy girl masculine feminine');

/**
 * Verbs of WordNet that are opposites and have many kinds: a kind of the one is the opposite of a kind of the other
 * ("grow" increases, "shrink" decreases).
 */
export const OPPOSED_KINDS: readonly (readonly [string, string])[] = [
  ['increase', 'decrease'],
  ['rise', 'fall'],
  ['attach', 'detach'],
  ['appear', 'disappear'],
  ['begin', 'end'],
  ['open', 'close'],
  ['accept', 'refuse'],
  ['give', 'take'],
  ['arrive', 'leave'],
  ['approve', 'disapprove'],
  ['win', 'lose'],
  ['remember', 'forget'],
  ['connect', 'disconnect'],
  ['include', 'exclude'],
  ['cover', 'uncover'],
];

export const TITLES = set(
  'mr mrs ms miss dr sir lord lady president prime minister king queen prince princess pope judge senator general captain',
);

/** Say when, why or how a statement is meant rather than what is meant: no attributes. */
export const DISCOURSE_ADVERBS = set(
  'why how when where therefore thus hence however also too then again so well now still yet already instead rather perhaps ' +
    'maybe please indeed actually absolutely really just ever here there not',
);
/** Kinds of WordNet that hold together what has little in common. */
export const GENERAL_KINDS = set(
  'act state artifact happening change group activity action event attribute content cognition communication relation ' +
    'location measure matter substance whole instrumentality instrumentation structure creation part move make be have get ' +
    'quality property condition abstraction message statement region area unit cause creature',
);
/** Nouns that let through what "of" joins to them: a slice of pizza is pizza. All that is a kind of one of these too. */
export const TRANSPARENT_KINDS = [
  'part',
  'group',
  'measure',
  'boundary',
  'kind',
  'version',
  'piece',
  'container',
  'way',
];
