/** Universal part-of-speech tags, as wink-nlp gives them. */
export type PartOfSpeech =
  | 'ADJ'
  | 'ADP'
  | 'ADV'
  | 'AUX'
  | 'CCONJ'
  | 'DET'
  | 'INTJ'
  | 'NOUN'
  | 'NUM'
  | 'PART'
  | 'PRON'
  | 'PROPN'
  | 'PUNCT'
  | 'SCONJ'
  | 'SPACE'
  | 'SYM'
  | 'VERB'
  | 'X';

/** A word, number or mark of a sentence. */
export interface Token {
  text: string;
  /** UTF-16 offsets into the sentence. */
  start: number;
  end: number;
  /** Lower-cased. */
  form: string;
  /** Lower-cased base form: "ran" -> "run", "wolves" -> "wolf", "better" -> "good". */
  lemma: string;
  pos: PartOfSpeech;
  /** A function word: article, auxiliary, pronoun, preposition, conjunction. */
  stop: boolean;
}

/** What wink-nlp found beyond single tokens: "twelve miles", "last Thursday", "£3". */
export interface Entity {
  /** DATE, TIME, DURATION, MONEY, PERCENT, CARDINAL, ORDINAL, ... */
  type: string;
  start: number;
  end: number;
}

/** A sentence with its tokens, in order; blanks are no tokens. */
export interface AnalysedSentence {
  text: string;
  tokens: readonly Token[];
  /** Read when they are first asked for. */
  readonly entities: readonly Entity[];
}

/** Never throws, whatever the text: what can't be read has no tokens. */
export type Analyse = (text: string) => AnalysedSentence;

/** The kinds of words that WordNet orders. */
export type WordClass = 'noun' | 'verb' | 'adjective' | 'adverb';

/** A meaning of a word: a set of synonyms. */
export interface Sense {
  /** Names the synset, within the lexicon. */
  id: number;
  /** All words of it, lower-cased, blanks in phrases: "fire extinguisher". */
  words: readonly string[];
  /** Content words of its definition and examples, lower-cased. */
  gloss: readonly string[];
}

/**
 * WordNet 3.1, as far as the page needs it. Words are lower-cased base forms ("run", not "ran"); a word that is not
 * there has no senses. All lists are empty where there is nothing, never null.
 */
export interface Lexicon {
  has(word: string, as?: WordClass): boolean;
  /** Base forms that an inflected form may have ("leaves" -> leaf, leave), most likely first; itself if it is one. */
  baseForms(form: string, as: WordClass): readonly string[];
  /** Irregular inflections of a base form: "go" -> gone, went. Regular ones are not listed. */
  irregularForms(base: string, as: WordClass): readonly string[];
  /**
   * How often the word was met in WordNet's tagged texts, in all its senses of this class. A rough guide: 0 for most
   * words, 42 for the noun "dog".
   */
  frequency(word: string, as: WordClass): number;
  /** Most frequent first. */
  senses(word: string, as: WordClass): readonly Sense[];
  /** What a sense is directly a kind of; empty at a root, and for adjectives and adverbs. */
  kinds(sense: Sense): readonly Sense[];
  /** Share a synset, in any sense. A word is a synonym of itself. */
  areSynonyms(a: string, b: string, as: WordClass): boolean;
  /** Opposites, directly or, for adjectives, through a near-synonym ("damp" and "dry" through "wet"). */
  areAntonyms(a: string, b: string, as: WordClass): boolean;
  antonyms(word: string, as: WordClass): readonly string[];
  /**
   * How many steps up from a sense of `word` to a sense of `ancestor` (dog -> canine -> ... -> animal), over the first
   * `senses` (default 3) of each; null where there is no such way. 0 for synonyms.
   */
  stepsUp(word: string, ancestor: string, as: WordClass, senses?: number): number | null;
  /**
   * Sister terms: the nearest common ancestor, and the steps from each word up to it (guitar/violin); null where there
   * is none below the roots ("entity", "abstraction", ...) that all nouns share.
   */
  commonAncestor(
    a: string,
    b: string,
    as: WordClass,
    senses?: number,
  ): { words: readonly string[]; stepsA: number; stepsB: number; depth: number } | null;
  /** Words with the same direct hypernym, of the first sense: guitar -> banjo, lute, ... */
  sisters(word: string, as: WordClass): readonly string[];
  /** Words that WordNet derives from one another, across classes: "bride" -> "bridal", "discover" -> "discovery". */
  related(word: string): readonly string[];
}
