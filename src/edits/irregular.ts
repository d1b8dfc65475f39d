/** Past and past participle of a verb, for those that don't add -ed. */
export interface VerbForms {
  past: string;
  participle: string;
}

/** base past participle; the participle is left out where it equals the past. */
const VERBS = `
arise arose arisen|awake awoke awoken|bear bore borne|beat beat beaten|become became become|begin began begun
bend bent|bet bet|bind bound|bite bit bitten|bleed bled|blow blew blown|break broke broken|breed bred|bring brought
broadcast broadcast|build built|burst burst|buy bought|cast cast|catch caught|choose chose chosen|cling clung
come came come|cost cost|creep crept|cut cut|deal dealt|dig dug|do did done|draw drew drawn|drink drank drunk
drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|flee fled|fling flung
fly flew flown|forbid forbade forbidden|forecast forecast|foresee foresaw foreseen|forgo forwent forgone|forget forgot forgotten
forgive forgave forgiven|freeze froze frozen|get got got|give gave given|go went gone|grind ground|grow grew grown
hang hung|have had|hear heard|hide hid hidden|hit hit|hold held|hurt hurt|keep kept|kneel knelt|know knew known
lay laid|lead led|leave left|lend lent|let let|lie lay lain|lose lost|make made|mean meant|meet met|mislead misled
mistake mistook mistaken|misunderstand misunderstood|outdo outdid outdone|overcome overcame overcome
overtake overtook overtaken|pay paid|put put|quit quit|read read|rebuild rebuilt|repay repaid|rid rid
ride rode ridden|ring rang rung|rise rose risen|run ran run|say said|see saw seen|seek sought|sell sold|send sent
set set|shake shook shaken|shed shed|shine shone|shoot shot|show showed shown|shrink shrank shrunk|shut shut
sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|sling slung|slit slit|sow sowed sown|speak spoke spoken
spend spent|spin spun|spit spat|split split|spread spread|spring sprang sprung|stand stood|steal stole stolen
stick stuck|sting stung|stride strode stridden|strike struck|string strung|strive strove striven|swear swore sworn
sweep swept|swim swam swum|swing swung|take took taken|teach taught|tear tore torn|tell told|think thought
throw threw thrown|thrust thrust|tread trod trodden|undergo underwent undergone|understand understood
undertake undertook undertaken|undo undid undone|unwind unwound|upset upset|wake woke woken|wear wore worn
weave wove woven|weep wept|win won|wind wound|withdraw withdrew withdrawn|withstand withstood|wring wrung
write wrote written|rewrite rewrote rewritten|bid bid|behold beheld|hew hewed hewn|sew sewed sewn|saw sawed sawn
unfreeze unfroze unfrozen|unbind unbound|unfold unfolded|outgrow outgrew outgrown|retell retold|resell resold`;

/** singular plural, where the plural is not made by rule. */
const NOUNS = `
man men|woman women|child children|person people|foot feet|tooth teeth|goose geese|mouse mice|louse lice|ox oxen
die dice|wolf wolves|calf calves|half halves|knife knives|life lives|wife wives|leaf leaves|loaf loaves|self selves
shelf shelves|thief thieves|elf elves|scarf scarves|hoof hooves|potato potatoes|tomato tomatoes|hero heroes
echo echoes|torpedo torpedoes|veto vetoes|mosquito mosquitoes|volcano volcanoes|mango mangoes|cargo cargoes
buffalo buffaloes|embargo embargoes|sheep sheep|deer deer|fish fish|moose moose|bison bison|salmon salmon|trout trout
aircraft aircraft|spacecraft spacecraft|series series|species species|means means|offspring offspring
cactus cacti|fungus fungi|analysis analyses|basis bases|crisis crises|thesis theses|oasis oases|axis axes
hypothesis hypotheses|diagnosis diagnoses|phenomenon phenomena|criterion criteria|bacterium bacteria
passer-by passers-by|quiz quizzes|bus buses|gas gases|stomach stomachs|monarch monarchs`;

/** positive comparative superlative. */
const ADJECTIVES = `
good better best|well better best|bad worse worst|ill worse worst|badly worse worst|far farther farthest
little less least|many more most|much more most`;

/** Verbs of two and more syllables, stressed on the last, that double the consonant before -ed and -ing. */
const DOUBLING = `
abet abhor admit allot annul begin commit compel concur confer control defer deter dispel emit equip excel expel
forbid forget impel incur infer kidnap occur omit outbid patrol permit prefer propel rebel recur refer
regret remit repel shovel submit transfer transmit unplug unzip upset worship`;

function rows(table: string): string[][] {
  return table
    .trim()
    .split(/\||\n/)
    .map((row) => row.split(' '));
}

export const IRREGULAR_VERBS: ReadonlyMap<string, VerbForms> = new Map(
  rows(VERBS).map(([base, past, participle]) => [base!, { past: past!, participle: participle ?? past! }]),
);
export const IRREGULAR_PLURALS: ReadonlyMap<string, string> = new Map(
  rows(NOUNS).map(([singular, plural]) => [singular!, plural!]),
);
export const IRREGULAR_DEGREES: ReadonlyMap<string, readonly [string, string]> = new Map(
  rows(ADJECTIVES).map(([positive, comparative, superlative]) => [positive!, [comparative!, superlative!]]),
);
export const DOUBLING_VERBS: ReadonlySet<string> = new Set(DOUBLING.trim().split(/\s+/));
